import type { RoundVisit, Untaken } from '@labalaba/contract'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card, Tag } from '../../components/card.tsx'
import { Checkbox } from '../../components/choices.tsx'
import { Field, FieldError } from '../../components/field.tsx'
import { CheckIcon } from '../../components/first-icons.tsx'
import { Form } from '../../components/form.tsx'
import { MinusIcon } from '../../components/icons.tsx'
import { canScan } from '../../components/scan/reader.ts'
import { signal } from '../../components/scan/signal.ts'
import * as copy from '../../copy/home-visits.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import { LeftDialog } from './left-dialog.tsx'
import { storedTicks, storeTicks, type Ticks } from './offline-round.ts'
import { PhotoStep } from './photo/photo-step.tsx'
import { collectedWords, labelIs, readLabel, untakenWords, wantedTubes } from './policy.ts'
import { doAct } from './round-desk.ts'

const Scanner = lazy(async () => ({ default: (await import('../../components/scan/scanner.tsx')).Scanner }))

const trouble = {
  foreign: copy.labelForeign,
  taken: copy.labelTaken,
} as const

/** The patient, then each tube in the order of draw: with its own label, or with why it cannot be taken. */
export function SampleStep({ visit }: { visit: RoundVisit }) {
  const [{ isPatient, taken, left }, setTicks] = useTicks(visit)
  const [looked, setLooked] = useState(false)
  const wanted = wantedTubes(visit)
  const [leaving, setLeaving] = useState<Tube | null>(null)
  const missing = wanted.length - taken.length - left.length
  const isNothing = missing === 0 && taken.length === 0

  async function collected(): Promise<void> {
    setLooked(true)
    if (!isPatient) return document.getElementById('is-patient')?.focus()
    if (missing > 0) return document.getElementById('label')?.focus()
    if (isNothing) return
    const { id, round } = visit
    const notTaken = left.length > 0 ? { notTaken: [...left] } : {}
    await doAct({ verb: 'collect', visit: id, round, isPatient: true, accessions: [...taken], ...notTaken })
  }

  return (
    <>
      <Identity visit={visit}>
        <Checkbox
          id="is-patient"
          checked={isPatient}
          onChecked={(checked) => setTicks((before) => ({ ...before, isPatient: checked }))}
          error={looked && !isPatient ? copy.identityMissing : null}
        >
          {copy.identityMatches}
        </Checkbox>
      </Identity>
      <Card as="section" labelledBy="tubes">
        <h2 id="tubes">{plural(copy.samplesTitle, wanted.length)}</h2>
        <ol className="divide-hair mt-2 divide-y">
          {wanted.map((tube, place) => (
            <TubeRow
              key={tube.accession}
              tube={tube}
              place={place + 1}
              done={taken.includes(tube.accession)}
              left={left.find(({ accession }) => accession === tube.accession)}
              onLeave={() => setLeaving(tube)}
            />
          ))}
        </ol>
        <LabelEntry
          visit={visit}
          taken={taken}
          needed={looked && missing > 0}
          onTaken={(label) =>
            setTicks((before) => ({
              ...before,
              taken: [...before.taken, label],
              left: before.left.filter(({ accession }) => accession !== label),
            }))
          }
        />
      </Card>
      <PhotoStep visit={visit} />
      {left.length > 0 && !isNothing ? <p className="text-muted">{copy.sampleLeftOutNext}</p> : null}
      <div className="grid gap-2 *:w-full">
        {looked && isNothing ? <FieldError id="nothing-taken">{copy.sampleNothingTaken}</FieldError> : null}
        <Button
          look="primary"
          aria-describedby={looked && isNothing ? 'nothing-taken' : undefined}
          onClick={() => void collected()}
        >
          {collectedWords(wanted.length, isNothing ? 0 : left.length)}
        </Button>
      </div>
      {leaving ? (
        <LeftDialog
          tube={leaving}
          before={left.find(({ accession }) => accession === leaving.accession)}
          onClose={() => setLeaving(null)}
          onLeft={(why) => {
            setLeaving(null)
            setTicks((before) => leftOut(before, leaving.accession, why))
          }}
        />
      ) : null}
    </>
  )
}

/** Marks a specimen as not taken, with the reason; null unmarks it. */
function leftOut(before: Ticks, label: string, why: Untaken | null): Ticks {
  const others = before.left.filter(({ accession }) => accession !== label)
  if (!why) return { ...before, left: others }
  return { ...before, taken: before.taken.filter((one) => one !== label), left: [...others, why] }
}

function Identity({ visit: { patient }, children }: { visit: RoundVisit; children: ReactNode }) {
  return (
    <Card as="section" labelledBy="who">
      <h2 id="who">{copy.identityTitle}</h2>
      <p className="mt-1">{copy.identityAsk}</p>
      <p className="heading-small mt-3">{patient.name}</p>
      <p className="mb-2">
        {patient.bornOn
          ? fill(copy.patientBorn, { gender: patient.gender, day: plainDay(patient.bornOn) })
          : fill(copy.patientBirthUnknown, { gender: patient.gender })}
      </p>
      {children}
    </Card>
  )
}

type Tube = RoundVisit['tubes'][number]
type TubeProps = {
  tube: Tube
  place: number
  done: boolean
  left: Untaken | undefined
  onLeave: () => void
}

const marks = {
  done: 'bg-leaf text-card',
  left: 'bg-warn-tint text-warn',
  open: 'bg-indigo-tint text-indigo',
}

function TubeRow({ tube, place, done, left, onLeave }: TubeProps) {
  return (
    <li className="flex gap-4 py-3">
      <span
        aria-hidden="true"
        className={`rounded-round mt-1 grid size-10 shrink-0 place-items-center font-semibold ${marks[left ? 'left' : done ? 'done' : 'open']}`}
      >
        {left ? <MinusIcon strokeWidth={3} /> : done ? <CheckIcon strokeWidth={3} /> : place}
      </span>
      <div className="min-w-0">
        <span className="block font-semibold">{tube.container}</span>
        <span className="text-muted block">
          {tube.specimen} · <span className="tabular-nums">{tube.accession}</span>
          {done ? <span className="sr-only">, {copy.labelChecked}</span> : null}
        </span>
        {left ? (
          <p className="mt-1">
            <Tag tone="warn">{copy.tubeNotTaken}</Tag> {untakenWords[left.reason]}
            {left.note ? <span className="text-muted block wrap-anywhere">{left.note}</span> : null}
          </p>
        ) : null}
        <div className="-mb-2 -ml-3">
          <Button look="quiet" onClick={onLeave}>
            {left ? shared.change : done ? copy.tubeUndo : copy.tubeLeave}
            <span className="sr-only">, {tube.accession}</span>
          </Button>
        </div>
      </div>
    </li>
  )
}

type EntryProps = {
  visit: RoundVisit
  taken: readonly string[]
  needed: boolean
  onTaken: (label: string) => void
}

function LabelEntry({ visit, taken, needed, onTaken }: EntryProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [scanning, setScanning] = useState(false)

  function take(text: string): boolean {
    const label = readLabel(text)
    if (label === '') return false
    const what = labelIs(label, visit, taken)
    setError(what === 'wanted' ? null : trouble[what])
    if (what !== 'wanted') return false
    onTaken(label)
    setTyped('')
    return true
  }

  return (
    <Form className="border-hair mt-2 space-y-3 border-t pt-4" onSubmit={() => take(typed)}>
      <Field
        id="label"
        label={copy.labelField}
        hint={canScan() ? copy.labelHintScan : copy.labelHint}
        value={typed}
        onText={(text) => {
          setTyped(text)
          setError(null)
          // A complete label is accepted immediately: a scanner types it faster than a user could confirm.
          if (labelIs(readLabel(text), visit, taken) === 'wanted') take(text)
        }}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        error={error ?? (needed ? copy.labelMissing : null)}
      />
      <div className="flex flex-wrap gap-3 *:flex-auto">
        <Button type="submit">{copy.labelCheck}</Button>
        {canScan() ? <Button onClick={() => setScanning(true)}>{copy.scan}</Button> : null}
      </div>
      {scanning ? (
        <Suspense>
          <Scanner
            title={copy.scanTitle}
            onFound={(text) => {
              setTyped(text)
              signal(take(text) ? 'good' : 'bad')
              setScanning(false)
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
    </Form>
  )
}

const nothing: Ticks = { isPatient: false, taken: [], left: [] }

/** The ticks of a visit, restored after a reload, and their setter. */
function useTicks(
  visit: Pick<RoundVisit, 'id' | 'round'>,
): [Ticks, (change: (before: Ticks) => Ticks) => void] {
  const [ticks, setTicks] = useState(nothing)
  const { id, round } = visit
  useEffect(() => {
    storedTicks({ id, round }, new Date())
      .then(
        (stored) => stored && setTicks((before) => (before === nothing ? { ...nothing, ...stored } : before)),
      )
      .catch(() => undefined)
  }, [id, round])
  useEffect(() => {
    if (ticks !== nothing) storeTicks({ id, round }, ticks, new Date()).catch(() => undefined)
  }, [id, round, ticks])
  return [ticks, setTicks]
}
