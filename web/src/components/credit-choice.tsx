import * as copy from '../copy/components.ts'
import { fillNodes } from '../lib/fill.ts'
import { naira } from '../lib/format.ts'
import { Switch } from './choices.tsx'

type CreditChoiceProps = {
  /** The account's whole credit, naira. */
  balance: number
  on: boolean
  onTurned: (on: boolean) => void
}

/** Offers the account's credit: whether to use it now. */
export function CreditChoice({ balance, on, onTurned }: CreditChoiceProps) {
  return (
    <div className="rounded-button bg-leaf-tint flex flex-wrap items-center justify-between gap-x-4 px-4 py-1">
      <p id="credit-held" className="py-2">
        {fillNodes(copy.creditHeld, { amount: <b className="figures">{naira(balance)}</b> })}
      </p>
      <Switch on={on} onTurned={onTurned} describedBy="credit-held">
        {copy.creditUse}
      </Switch>
    </div>
  )
}
