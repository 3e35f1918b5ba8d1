import type { LabPrice, ReplyOf, setLabPrice } from '@labalaba/contract'
import { useRef, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Dialog, DialogButtons } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { SelectField } from '../../components/select-field.tsx'
import * as copy from '../../copy/price-lists.ts'
import * as shared from '../../copy/shared.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime, longDay, naira } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { toast } from '../../lib/toast.ts'
import { useTypedState } from '../../lib/typed-state.ts'
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
          <DialogButtons working={act.working} workingText={shared.saving} onDo={form.save} onLeave={close}>
            {test.price === null ? copy.offerTest : shared.save}
          </DialogButtons>
        )
      }
    >
      <Meanwhile words={meanwhileWords(opened, test)} />
      {isSeenNoMore(act.failure) && test !== opened ? null : (
        <NotDone failure={act.failure} title={copy.notSaved} offline={copy.notHeard} />
      )}
      {planned ? (
        <Banner tone="info" title={copy.plannedTitle}>
          <p>{fill(copy.plannedNote, { planned })}</p>
        </Banner>
      ) : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          id="price"
          label={copy.priceLabel}
          inputMode="numeric"
          autoComplete="off"
          value={typed.price}
          onText={(price) => form.type({ price })}
          error={form.wrong.price}
        />
        <Field
          id="hours"
          label={copy.hoursLabel}
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
            {copy.canBeAtHome}
          </Checkbox>
        ) : (
          <p className="text-muted py-2">{copy.labOnly}</p>
        )}
        <Checkbox checked={typed.paused} onChecked={(paused) => form.type({ paused })}>
          {copy.pausedLabel}
        </Checkbox>
      </div>
      <SelectField
        label={copy.startLabel}
        value={form.from}
        options={fromOptions(now)}
        onChosen={form.setFrom}
      />
      <p className="text-muted">
        {copy.bookedKeepPrice}{' '}
        {test.locations.length > 0
          ? fill(copy.doneAt, { locations: test.locations.join(', ') })
          : copy.doneNowhere}
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
    const sent = JSON.stringify(body)
    if (key.current.of !== sent) key.current = { of: sent, key: crypto.randomUUID() }
    act.run(async () => {
      const saved = await savePrice(test.code, key.current.key, body).catch(async (failure: unknown) => {
        if (isSeenNoMore(failure)) await reviewAgain()
        throw failure
      })
      toast.success(savedWords(saved, now))
      onSaved()
    })
  }

  async function reviewAgain(): Promise<void> {
    const is = await readPrice(test.code)
    setTest(is)
    setTyped((newest) => typedAnew(newest, test, is))
    onRefused()
  }

  return {
    test,
    typed,
    from,
    setFrom,
    act,
    save,
    isTyped: from !== '' || isTyped(typed, test),
    wrong: {
      price: looked && price === null ? copy.wrongPrice : null,
      hours: looked && hours === null ? copy.wrongHours : null,
    },
    type: (changes: Partial<TypedTerms>) => setTyped((newest) => ({ ...newest, ...changes })),
  }
}

/** What another user has changed since the dialog was opened. */
function Meanwhile({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <Banner tone="warn" title={copy.meanwhileTitle} announce>
      <ul>
        {words.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p>{copy.meanwhileNext}</p>
    </Banner>
  )
}

/** Asks before typed values are lost. */
function Leaving({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <div className="w-full">
      <p role="alert" className="mb-3 font-semibold">
        {copy.typedNotSaved}
      </p>
      <div className="grid gap-3 sm:flex sm:flex-row-reverse sm:justify-start">
        <Button wide look="primary" onClick={onStay}>
          {copy.keepEditing}
        </Button>
        <Button wide look="danger" onClick={onLeave}>
          {copy.leaveUnsaved}
        </Button>
      </div>
    </div>
  )
}

function savedWords({ change, planned }: ReplyOf<typeof setLabPrice>, now: Date): string {
  if (change === null) return copy.nothingChanged
  if (change.state === 'waiting') return fill(copy.savedFrom, { day: longDay(change.on ?? '', now) })
  if (planned === null) return copy.savedNow
  return `${copy.savedNow} ${fill(copy.savedPlanned, { planned: plannedWords({ planned }) })}`
}

/** The earlier prices; nothing while they load, since the user does not wait for them. */
function Before({ code }: { code: string }) {
  const history = usePriceHistory(code).data?.data.history ?? []
  if (history.length === 0) return null
  return (
    <section aria-labelledby="before">
      <h3 id="before">{copy.earlierPrices}</h3>
      <ul className="divide-hair mt-1 divide-y">
        {history.map(({ at, by, price, paused, turnaroundHours, atHome }) => (
          <li key={`${at} ${price.became}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="figures">
              {[
                price.was === null || price.was === price.became
                  ? naira(price.became)
                  : fill(copy.wasToBecame, { was: naira(price.was), became: naira(price.became) }),
                paused ? copy.isPaused : '',
                turnaroundHours === null ? '' : hoursWords(turnaroundHours.became),
                atHome === null ? '' : atHome ? copy.atHomeToo : copy.atLabOnly,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <span className="text-muted">
              {dayAndTime(at)}, {by ?? copy.labalaba}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function hoursWords(hours: number | null): string {
  return hours === null ? copy.usualHours : plural(copy.hours, hours)
}
