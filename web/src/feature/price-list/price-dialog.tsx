import type { LabPrice, ReplyOf, setLabPrice } from '@labalaba/contract'
import { useRef, useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { counted, dayAndTime, longDay, naira } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Failed } from './failed.tsx'
import {
  fieldsOf,
  fromOptions,
  isTyped,
  meanwhileWords,
  plannedWords,
  type TypedTerms,
  typedAnew,
  typedHours,
  typedPrice,
} from './policy.ts'
import { isSeenNoMore, readPrice, saveBody, savePrice, usePriceHistory } from './queries.ts'

type PriceDialogProps = {
  test: LabPrice
  onClose: () => void
  onSaved: () => void
  /** The test has changed meanwhile. */
  onRefused: () => void
}

/** Sets the terms of one test, now or from a later day. Asks before typed values are lost. */
export function PriceDialog({ test: opened, onClose, onSaved, onRefused }: PriceDialogProps) {
  const now = useNow()
  const form = usePriceForm(opened, { now, onSaved, onRefused })
  const { test, typed, act } = form
  const [leaving, setLeaving] = useState(false)
  const close = () => (form.isTyped && !leaving ? setLeaving(true) : onClose())
  const planned = plannedWords(test)

  return (
    <Dialog
      title={opened.name}
      onClose={close}
      actions={
        leaving ? (
          <Leaving onLeave={onClose} onStay={() => setLeaving(false)} />
        ) : (
          <DialogButtons working={act.working} workingText="Saving" onDo={form.save} onLeave={close}>
            {test.price === null ? 'Offer this test' : 'Save'}
          </DialogButtons>
        )
      }
    >
      <Meanwhile words={meanwhileWords(opened, test)} />
      {isSeenNoMore(act.failure) && test !== opened ? null : <Failed act={act} title="It is not saved" />}
      {planned ? (
        <Banner tone="info" title="Something is planned">
          <p>{planned}. What you save for an earlier day holds until then.</p>
        </Banner>
      ) : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          id="price"
          label="Price in naira"
          inputMode="numeric"
          autoComplete="off"
          value={typed.price}
          onText={(price) => form.type({ price })}
          error={form.wrong.price}
        />
        <Field
          id="hours"
          label="Result within hours"
          inputMode="numeric"
          autoComplete="off"
          value={typed.hours}
          onText={(hours) => form.type({ hours })}
          error={form.wrong.hours}
        />
      </div>
      <div>
        {test.mayBeAtHome ? (
          <Checkbox checked={typed.atHome} onChecked={(atHome) => form.type({ atHome })}>
            Can be taken at home
          </Checkbox>
        ) : (
          <p className="text-muted py-2">It is taken at the lab only.</p>
        )}
        <Checkbox checked={typed.paused} onChecked={(paused) => form.type({ paused })}>
          Paused: nobody can book it until you take this away
        </Checkbox>
      </div>
      <SelectField label="From when" value={form.from} options={fromOptions(now)} onChosen={form.setFrom} />
      <p className="text-muted">
        Who has booked keeps the price of their booking. Done at{' '}
        {test.locations.length > 0 ? test.locations.join(', ') : 'no location: none has its department'}.
      </p>
      <Before code={test.code} />
    </Dialog>
  )
}

type FormNeeds = { now: Date; onSaved: () => void; onRefused: () => void }

/** The form of a test, and its saving. If the test has changed meanwhile, it is read again. */
function usePriceForm(opened: LabPrice, { now, onSaved, onRefused }: FormNeeds) {
  const [test, setTest] = useState(opened)
  const [typed, setTyped] = useTypedState(`price ${JSON.stringify(opened)}`, () => fieldsOf(opened))
  const [from, setFrom] = useTypedState(`price from ${JSON.stringify(opened)}`, '')
  const [looked, setLooked] = useState(false)
  const act = useAct()
  const key = useRef({ of: '', key: '' })
  const filled = fieldsOf(test)
  // An untouched field keeps its value, even one that could not be typed.
  const price = typed.price === filled.price ? test.price : typedPrice(typed.price)
  const hours = typed.hours === filled.hours ? test.turnaroundHours : typedHours(typed.hours)

  function save(): void {
    setLooked(true)
    if (price === null || hours === null) {
      document.getElementById(price === null ? 'price' : 'hours')?.focus()
      return
    }
    const { atHome, paused } = typed
    const body = saveBody(test, { price, turnaroundHours: hours, atHome, paused }, from)
    const said = JSON.stringify(body)
    if (key.current.of !== said) key.current = { of: said, key: crypto.randomUUID() }
    act.run(async () => {
      const saved = await savePrice(test.code, key.current.key, body).catch(async (failure: unknown) => {
        if (isSeenNoMore(failure)) await lookAnew()
        throw failure
      })
      toast.success(savedWords(saved, now))
      onSaved()
    })
  }

  async function lookAnew(): Promise<void> {
    const is = await readPrice(test.code)
    setTest(is)
    setTyped((newest) => typedAnew(newest, test, is))
    onRefused()
  }

  return {
    ...{ test, typed, from, setFrom, act, save },
    isTyped: from !== '' || isTyped(typed, test),
    wrong: {
      price: looked && price === null ? 'Give whole naira from 100 to 10,000,000, such as 7500.' : null,
      hours: looked && hours === null ? 'Give whole hours from 1 to 2,000.' : null,
    },
    type: (changes: Partial<TypedTerms>) => setTyped((newest) => ({ ...newest, ...changes })),
  }
}

/** What another user has changed since the dialog was opened. */
function Meanwhile({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <Banner tone="warn" title="It was changed meanwhile, so yours is not saved yet" announce>
      <ul>
        {words.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p>What you typed is still here. Look at it again, then save.</p>
    </Banner>
  )
}

/** Asks before typed values are lost. */
function Leaving({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <div className="w-full">
      <p role="alert" className="mb-3 font-semibold">
        What you typed is not saved.
      </p>
      <div className="grid gap-3 sm:flex sm:flex-row-reverse sm:justify-start">
        <Button wide look="primary" onClick={onStay}>
          Keep editing
        </Button>
        <Button wide look="danger" onClick={onLeave}>
          Leave without saving
        </Button>
      </div>
    </div>
  )
}

function savedWords({ change, planned }: ReplyOf<typeof setLabPrice>, now: Date): string {
  if (change === null) return 'Nothing has changed.'
  if (change.state === 'waiting') return `Saved. It holds from ${longDay(change.on ?? '', now)}.`
  return planned
    ? `Saved. It holds from now on. Planned: ${plannedWords({ planned })}.`
    : 'Saved. It holds from now on.'
}

/** The earlier prices; nothing while they load, since the user does not wait for them. */
function Before({ code }: { code: string }) {
  const history = usePriceHistory(code).data?.data.history ?? []
  if (history.length === 0) return null
  return (
    <section aria-labelledby="before">
      <h3 id="before">Before</h3>
      <ul className="divide-hair mt-1 divide-y">
        {history.map(({ at, by, price, paused, turnaroundHours, atHome }) => (
          <li key={`${at} ${price.became}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="figures">
              {price.was === null || price.was === price.became
                ? naira(price.became)
                : `${naira(price.was)} to ${naira(price.became)}`}
              {paused ? ', paused' : ''}
              {turnaroundHours === null ? '' : `, ${hoursWords(turnaroundHours.became)}`}
              {atHome === null ? '' : atHome ? ', at home too' : ', at the lab only'}
            </span>
            <span className="text-muted">
              {dayAndTime(at)}, {by ?? 'Labalaba'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function hoursWords(hours: number | null): string {
  return hours === null ? 'the usual hours' : counted(hours, 'hour')
}
