import { brand, type CancelTerms, type Order } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { failureWords, isOffline } from '../../lib/api.ts'
import { naira } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioCard } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
      toast.success('Your booking is cancelled')
      onCancelled()
    })
  return (
    <Dialog
      title="Cancel this booking?"
      onClose={onClose}
      actions={
        <div className="grid w-full gap-3 sm:flex">
          <Button wide onClick={onClose}>
            Keep the booking
          </Button>
          <Button wide look="danger" working={cancelling.working} workingText="Cancelling…" onClick={cancel}>
            Cancel booking
          </Button>
        </div>
      }
    >
      {cancelling.failure ? (
        <Banner
          tone={isOffline(cancelling.failure) ? 'warn' : 'error'}
          title="The booking was not cancelled"
          announce
        >
          <p>
            {isOffline(cancelling.failure)
              ? 'No answer came. Your network may have dropped. You can try again: it is cancelled once.'
              : failureWords(cancelling.failure)}
          </p>
        </Banner>
      ) : null}
      <Cost order={order} terms={terms} />
      <Goals terms={terms} goal={goal} onChosen={setGoal} />
    </Dialog>
  )
}

const keptWords: Readonly<Record<NonNullable<CancelTerms['keptFor']>, string>> = {
  on_the_way: 'The phlebotomist has already set off to you.',
  went_in_vain: 'A phlebotomist came at the time of an earlier visit, and no sample could be taken.',
}

/** The refund, and the amount not refunded with the reason. */
function Cost({ order, terms }: { order: Order; terms: CancelTerms }) {
  if (terms.refund === 0 && terms.keptFee === 0) {
    return (
      <p>
        Nothing has been paid, so nothing goes back.
        {order.link?.state === 'active' ? ' The payment link stops working.' : ''} If a payment is on its way,
        it goes back by itself.
      </p>
    )
  }
  return (
    <dl className="bg-sand rounded-field divide-hair divide-y px-4">
      <div className="flex items-baseline justify-between gap-4 py-3">
        <dt className="font-semibold">You get back</dt>
        <dd className="figures font-head text-h3 font-bold">{naira(terms.refund)}</dd>
      </div>
      {terms.keptFee > 0 ? (
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt>
            Kept: the collection fee
            <span className="text-small text-muted block">{keptWords[terms.keptFor ?? 'on_the_way']}</span>
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
    return <p>You paid with {brand.name} credit, so it is credit again, at once.</p>
  }
  if (!terms.mayBeCredit) {
    return <p>It goes to the card or account that paid through the payment link, in 3 to 10 working days.</p>
  }
  const wasCredit = terms.refund - terms.toSource
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Where should it go?</legend>
      <RadioCard
        name="refund-to"
        value="source"
        checked={goal === 'source'}
        onChosen={() => onChosen('source')}
        title="To the card or account it was paid from"
      >
        3 to 10 working days.
        {wasCredit > 0 ? ` ${naira(wasCredit)} of it was ${brand.name} credit, and is credit again.` : ''}
      </RadioCard>
      <RadioCard
        name="refund-to"
        value="credit"
        checked={goal === 'credit'}
        onChosen={() => onChosen('credit')}
        title={`As ${brand.name} credit`}
      >
        Now. It pays for your next booking.
      </RadioCard>
    </fieldset>
  )
}
