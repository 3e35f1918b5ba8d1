import type { ReactNode } from 'react'
import receipt from '../../components/art/receipt.svg'
import { CheckIcon } from '../../components/first-icons.tsx'
import { AlertIcon, ClockIcon, RefreshIcon } from '../../components/icons.tsx'
import { Picture } from '../../components/states.tsx'

const icons = {
  settled: { panel: 'bg-leaf text-card', badge: 'bg-card text-leaf', Icon: CheckIcon },
  paid: { panel: 'bg-leaf-tint border-leaf border-2', badge: 'bg-leaf text-card', Icon: CheckIcon },
  failed: { panel: 'bg-error-tint border-error border-2', badge: 'bg-error text-card', Icon: AlertIcon },
  held: { panel: 'bg-warn-tint border-warn border-2', badge: 'bg-warn text-card', Icon: ClockIcon },
  returned: {
    panel: 'bg-indigo-tint border-indigo border-2',
    badge: 'bg-indigo text-card',
    Icon: RefreshIcon,
  },
} as const

type OutcomeProps = { kind: keyof typeof icons; title: string; children: ReactNode }

/** The outcome of a payment: an icon, a title, and what it means for the money. */
export function Outcome({ kind, title, children }: OutcomeProps) {
  const { panel, badge, Icon } = icons[kind]
  return (
    <div className={`rounded-card p-6 ${panel}`}>
      {kind === 'settled' ? (
        <Picture src={receipt} small />
      ) : (
        <span aria-hidden="true" className={`drop grid size-12 place-items-center ${badge}`}>
          <Icon size={26} strokeWidth={2.5} />
        </span>
      )}
      <h1 className="mt-4">{title}</h1>
      <div className="mt-2 space-y-2">{children}</div>
    </div>
  )
}
