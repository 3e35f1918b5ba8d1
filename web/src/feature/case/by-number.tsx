import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioCard } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ActFields } from './act-fields.tsx'
import { ActNotDone } from './not-done.tsx'
import { emptyFor, type Filled, missingIn } from './policy.ts'
import { actByNumber } from './queries.ts'

/** What an operator can do to an order or a payment that has no case. */
export type ByNumberAct = 'cancel_booking' | 'give_up_samples' | 'kept_fee' | 'returned_outside'

const acts: Readonly<
  Record<
    ByNumberAct,
    { title: string; says: string; number: string; hint: string; button: string; done: string }
  >
> = {
  cancel_booking: {
    title: 'Cancel a booking',
    says: 'For its lab or for Labalaba, as long as it has no sample. All its money goes back.',
    ...{ number: 'Order number', hint: 'As the order shows it: LB-…' },
    ...{ button: 'Cancel the booking', done: 'The booking is cancelled' },
  },
  give_up_samples: {
    title: 'Give up samples',
    says: 'What a booking waits for once more, where whoever booked wants it no more. Its other tests go on, and a case says what the rest cost.',
    ...{ number: 'Order number', hint: 'As the order shows it: LB-…' },
    ...{ button: 'Give up the samples', done: 'They are given up. A case says what goes back.' },
  },
  kept_fee: {
    title: 'Give a kept collection fee back',
    says: 'To the card or account that paid, once.',
    ...{ number: 'Payment reference', hint: 'As the mail and Paystack show it: bk-…' },
    ...{ button: 'Give the fee back', done: 'The fee is on its way back' },
  },
  returned_outside: {
    title: 'Write down a return outside',
    says: 'All of a payment was given back outside. An order that it had paid is cancelled.',
    ...{ number: 'Payment reference', hint: 'As the mail and Paystack show it: bk-…' },
    ...{ button: 'It has gone back', done: 'It is written down' },
  },
}

const about = { amount: null, kind: 'by_number', subject: '' }

/** Acts on an order or a payment by its number, for when no case was opened. */
export function ByNumber({ onDone }: { onDone: () => void }) {
  const [act, setAct] = useTypedState<ByNumberAct>('by number act', 'cancel_booking')
  const [number, setNumber] = useTypedState('by number', '')
  const [reason, setReason] = useTypedState('by number why', '')
  const [filled, setFilled] = useTypedState<Filled>('by number filled', () => emptyFor(about))
  const [looked, setLooked] = useState(false)
  const doing = useAct()
  const words = acts[act]

  function send(): void {
    setLooked(true)
    const [field] = Object.keys(missingIn(act, filled))
    const first = number === '' ? 'number' : (field ?? (reason.trim() === '' ? 'reason' : null))
    if (first !== null) {
      document.getElementById(`act-${first}`)?.focus()
      return
    }
    doing.run(async () => {
      await actByNumber(act, number, filled, reason.trim())
      toast.success(words.done)
      setNumber('')
      setReason('')
      setFilled(emptyFor(about))
      setLooked(false)
      onDone()
    })
  }

  return (
    <Card as="section" labelledBy="by-number">
      <div className="max-w-words space-y-6">
        <h2 id="by-number" className="heading-small">
          By number
        </h2>
        <ActNotDone failure={doing.failure} />
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">What is to be done?</legend>
          {(Object.keys(acts) as ByNumberAct[]).map((each) => (
            <RadioCard
              key={each}
              name="by-number"
              value={each}
              checked={act === each}
              onChosen={() => setAct(each)}
              title={acts[each].title}
            >
              {acts[each].says}
            </RadioCard>
          ))}
        </fieldset>
        <Field
          id="act-number"
          label={words.number}
          hint={words.hint}
          value={number}
          onText={(text) => setNumber(text.trim())}
          maxLength={64}
          autoComplete="off"
          error={looked && number === '' ? `Write the ${words.number.toLowerCase()}.` : null}
        />
        <ActFields act={act} found={about} filled={filled} onFilled={setFilled} looked={looked} />
        <TextArea
          id="act-reason"
          label="Why?"
          hint={
            act === 'give_up_samples'
              ? 'It stands in the history of the sample. Name no result.'
              : 'Whoever booked reads this.'
          }
          rows={3}
          maxLength={300}
          value={reason}
          onText={(text) => setReason(text.replaceAll(/\s+/g, ' '))}
          error={looked && reason.trim() === '' ? 'Write why.' : null}
        />
        <Button wide look="danger" working={doing.working} workingText="Working…" onClick={send}>
          {words.button}
        </Button>
      </div>
    </Card>
  )
}
