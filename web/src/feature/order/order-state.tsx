import type { OrderState, PaymentState } from '@labalaba/contract'
import { Tag, type Tone } from '../../ui/card.tsx'
import { AlertIcon, CheckCircleIcon, ClockIcon, InfoIcon, MinusIcon } from '../../ui/icons.tsx'
import { paymentWords, stateWords } from './rules.ts'

const icons: Record<Tone, typeof ClockIcon> = {
  ok: CheckCircleIcon,
  warn: ClockIcon,
  info: InfoIcon,
  error: AlertIcon,
  plain: MinusIcon,
}

/** The state of an order, in a word or two. */
export function OrderStateTag({ state }: { state: OrderState }) {
  const { words, tone } = stateWords[state]
  const Icon = icons[tone]
  return (
    <Tag tone={tone} icon={<Icon size={16} />}>
      {words}
    </Tag>
  )
}

/** The state of one payment, in a word or two. */
export function PaymentStateTag({ state }: { state: PaymentState }) {
  const { words, tone } = paymentWords[state]
  const Icon = icons[tone]
  return (
    <Tag tone={tone} icon={<Icon size={16} />}>
      {words}
    </Tag>
  )
}
