import type { OrderState } from '@labalaba/contract'
import { Breakable } from '../../components/breakable.tsx'
import { Tag, type Tone } from '../../components/card.tsx'
import { AlertIcon, CheckCircleIcon, ClockIcon, InfoIcon, MinusIcon } from '../../components/icons.tsx'
import { stateWords } from './policy.ts'

const icons: Record<Tone, typeof ClockIcon> = {
  ok: CheckCircleIcon,
  warn: ClockIcon,
  info: InfoIcon,
  error: AlertIcon,
  plain: MinusIcon,
}

/** A state in a word or two, with the icon of its tone. */
export function StateTag({ words, tone }: { words: string; tone: Tone }) {
  const Icon = icons[tone]
  return (
    <Tag tone={tone} icon={<Icon size={16} />}>
      {words}
    </Tag>
  )
}

/** The state of an order. */
export function OrderStateTag({ state }: { state: OrderState }) {
  return <StateTag {...stateWords[state]} />
}

/** An order's number in a title: on phones on a line of its own, small enough not to break. */
export function OrderNumber({ reference }: { reference: string }) {
  return (
    <span className="max-sm:block max-sm:text-[1.25rem] max-sm:leading-7">
      <Breakable text={reference} />
    </span>
  )
}
