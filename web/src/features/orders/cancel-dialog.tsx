import type { CancelTerms, Order } from '@labalaba/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { RadioCard } from '../../components/choices.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/order-payments.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill } from '../../lib/fill.ts'
import { naira } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { cancelBooking } from './queries.ts'

type Goal = 'source' | 'credit'

type DialogProps = { order: Order; terms: CancelTerms; onClose: () => void; onCancelled: () => void }

/** Asks for confirmation of a cancellation, and for the refund's destination. The cost is shown first. */
export function CancelDialog({ order, terms, onClose, onCancelled }: DialogProps) {
  const [goal, setGoal] = useState<Goal>('source')
  const cancelling = useAct()
  const cancel = () =>
    cancelling.run(async () => {
      await cancelBooking(order.reference, goal)
      toast.success(copy.cancelDone)
      onCancelled()
    })
  return (
    <Dialog
      title={copy.cancelAsk}
      onClose={onClose}
      actions={
        <div className="grid w-full gap-3 sm:flex">
          <Button wide onClick={onClose}>
            {copy.cancelKeep}
          </Button>
          <Button
            wide
            look="danger"
            working={cancelling.working}
            workingText={copy.cancelling}
            onClick={cancel}
          >
            {copy.cancelBooking}
          </Button>
        </div>
      }
    >
      <NotDone
        failure={cancelling.failure}
        title={copy.cancelFailed}
        offline={`${shared.noAnswer} ${copy.cancelTryAgain}`}
      />
      <Cost order={order} terms={terms} />
      <Goals terms={terms} goal={goal} onChosen={setGoal} />
    </Dialog>
  )
}

const feeWords: Readonly<Record<NonNullable<CancelTerms['keptFor']>, string>> = {
  on_the_way: copy.cancelFeeOnTheWay,
  went_in_vain: copy.cancelFeeInVain,
}

/** The refund, and the amount not refunded with the reason. */
function Cost({ order, terms }: { order: Order; terms: CancelTerms }) {
  if (terms.refund === 0 && terms.keptFee === 0) {
    return (
      <p>
        {copy.cancelNoRefund}
        {order.link?.state === 'active' ? ` ${copy.cancelLinkStops}` : ''} {copy.cancelLatePayment}
      </p>
    )
  }
  return (
    <dl className="bg-sand rounded-field divide-hair divide-y px-4">
      <div className="flex items-baseline justify-between gap-4 py-3">
        <dt className="font-semibold">{copy.cancelYouGet}</dt>
        <dd className="figures font-head text-h3 font-bold">{naira(terms.refund)}</dd>
      </div>
      {terms.keptFee > 0 ? (
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt>
            {copy.cancelFee}
            <span className="text-small text-muted block">{feeWords[terms.keptFor ?? 'on_the_way']}</span>
          </dt>
          <dd className="figures font-semibold">{naira(terms.keptFee)}</dd>
        </div>
      ) : null}
    </dl>
  )
}

type GoalsProps = { terms: CancelTerms; goal: Goal; onChosen: (goal: Goal) => void }

/** The choice of the refund's destination. A single option is shown as text. */
function Goals({ terms, goal, onChosen }: GoalsProps) {
  if (terms.refund === 0) return null
  if (terms.toSource === 0) {
    return <p>{copy.refundToCredit}</p>
  }
  if (!terms.mayBeCredit) {
    return <p>{copy.refundToLinkPayer}</p>
  }
  const wasCredit = terms.refund - terms.toSource
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{copy.refundToAsk}</legend>
      <RadioCard
        name="refund-to"
        value="source"
        checked={goal === 'source'}
        onChosen={() => onChosen('source')}
        title={copy.refundToSource}
      >
        {copy.refundToSourceTime}
        {wasCredit > 0 ? ` ${fill(copy.refundToSourceCredit, { amount: naira(wasCredit) })}` : ''}
      </RadioCard>
      <RadioCard
        name="refund-to"
        value="credit"
        checked={goal === 'credit'}
        onChosen={() => onChosen('credit')}
        title={copy.refundAsCredit}
      >
        {copy.refundAsCreditHint}
      </RadioCard>
    </fieldset>
  )
}
