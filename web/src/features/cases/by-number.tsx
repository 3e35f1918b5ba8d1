import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { TextArea } from '../../components/text-area.tsx'
import * as copy from '../../copy/cases.ts'
import { useAct } from '../../lib/act.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { ActFields, Radios } from './act-fields.tsx'
import { emptyFor, type Filled, missingIn } from './policy.ts'
import { actByNumber } from './queries.ts'

/** What an operator can do to an order or a payment that has no case. */
export type ByNumberAct = 'cancel_booking' | 'give_up_samples' | 'kept_fee' | 'returned_outside'

const acts: Readonly<
  Record<ByNumberAct, Record<'title' | 'says' | 'number' | 'hint' | 'missing' | 'button' | 'done', string>>
> = {
  cancel_booking: {
    title: copy.cancelChoice,
    says: copy.cancelChoiceMeans,
    number: copy.orderNumber,
    hint: copy.orderNumberHint,
    missing: copy.orderNumberMissing,
    button: copy.cancelTheBooking,
    done: copy.cancelDone,
  },
  give_up_samples: {
    title: copy.giveUpChoice,
    says: copy.giveUpChoiceMeans,
    number: copy.orderNumber,
    hint: copy.orderNumberHint,
    missing: copy.orderNumberMissing,
    button: copy.actGiveUp,
    done: copy.giveUpDone,
  },
  kept_fee: {
    title: copy.feeChoice,
    says: copy.feeChoiceMeans,
    number: copy.paymentReference,
    hint: copy.paymentReferenceHint,
    missing: copy.paymentReferenceMissing,
    button: copy.feeDo,
    done: copy.feeDone,
  },
  returned_outside: {
    title: copy.outsideChoice,
    says: copy.outsideChoiceMeans,
    number: copy.paymentReference,
    hint: copy.paymentReferenceHint,
    missing: copy.paymentReferenceMissing,
    button: copy.outsideDo,
    done: copy.outsideDone,
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
          {copy.byNumber}
        </h2>
        <NotDone offline={copy.actNotHeard} failure={doing.failure} />
        <Radios
          legend={copy.byNumberQuestion}
          name="by-number"
          value={act}
          choices={(Object.keys(acts) as ByNumberAct[]).map((value) => ({ value, ...acts[value] }))}
          onChosen={setAct}
        />
        <Field
          id="act-number"
          label={words.number}
          hint={words.hint}
          value={number}
          onText={(text) => setNumber(text.trim())}
          maxLength={64}
          autoComplete="off"
          error={looked && number === '' ? words.missing : null}
        />
        <ActFields act={act} found={about} filled={filled} onFilled={setFilled} looked={looked} />
        <TextArea
          id="act-reason"
          label={copy.why}
          hint={act === 'give_up_samples' ? copy.sampleHistoryHint : copy.personReads}
          rows={3}
          maxLength={300}
          value={reason}
          onText={(text) => setReason(text.replaceAll(/\s+/g, ' '))}
          error={looked && reason.trim() === '' ? copy.whyMissing : null}
        />
        <Button wide look="danger" working={doing.working} workingText={copy.working} onClick={send}>
          {words.button}
        </Button>
      </div>
    </Card>
  )
}
