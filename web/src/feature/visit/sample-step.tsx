import type { RoundVisit } from '@labalaba/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { counted, plainDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { doAct } from './round-desk.ts'
import { labelIs, readLabel, wantedTubes } from './rules.ts'
import { canScan } from './scanning.ts'
import { useTicks } from './use-ticks.ts'

const Scanner = lazy(async () => ({ default: (await import('./scanner.tsx')).Scanner }))

const trouble = {
  foreign: 'This label is not of this visit. Check the tube and the patient.',
  taken: 'This label is ticked off already. Each tube has its own.',
} as const

/** Who it is, then each tube in the order of draw with its own label. */
export function SampleStep({ visit }: { visit: RoundVisit }) {
  const [{ isPatient, taken }, setTicks] = useTicks(visit)
  const [looked, setLooked] = useState(false)
  const wanted = wantedTubes(visit)
  const missing = wanted.length - taken.length

  async function collected(): Promise<void> {
    setLooked(true)
    if (!isPatient) return document.getElementById('is-patient')?.focus()
    if (missing > 0) return document.getElementById('label')?.focus()
    const { id, round } = visit
    await doAct({ verb: 'collect', visit: id, round, isPatient: true, accessions: [...taken] })
  }

  return (
    <>
      <Identity visit={visit}>
        <Checkbox
          id="is-patient"
          checked={isPatient}
          onChecked={(checked) => setTicks((before) => ({ ...before, isPatient: checked }))}
          error={looked && !isPatient ? 'Ask for name and date of birth first.' : null}
        >
          Both match
        </Checkbox>
      </Identity>
      <Card as="section" labelledBy="tubes">
        <h2 id="tubes">{counted(wanted.length, 'sample')}, in the order of draw</h2>
        <ol className="divide-hair mt-2 divide-y">
          {wanted.map((tube, place) => (
            <Tube key={tube.accession} tube={tube} place={place + 1} done={taken.includes(tube.accession)} />
          ))}
        </ol>
        <LabelEntry
          visit={visit}
          taken={taken}
          needed={looked && missing > 0}
          onTaken={(label) => setTicks((before) => ({ ...before, taken: [...before.taken, label] }))}
        />
      </Card>
      <div className="grid *:w-full">
        <Button look="primary" onClick={() => void collected()}>
          Samples collected
        </Button>
      </div>
    </>
  )
}

function Identity({ visit: { patient }, children }: { visit: RoundVisit; children: ReactNode }) {
  return (
    <Card as="section" labelledBy="who">
      <h2 id="who">Is it the patient?</h2>
      <p className="mt-1">Ask for name and date of birth. Do not read them out.</p>
      <p className="heading-small mt-3">{patient.name}</p>
      <p className="mb-2">
        {patient.gender}, {patient.bornOn ? `born ${plainDay(patient.bornOn)}` : 'date of birth not given'}
      </p>
      {children}
    </Card>
  )
}

type TubeProps = { tube: RoundVisit['tubes'][number]; place: number; done: boolean }

function Tube({ tube, place, done }: TubeProps) {
  return (
    <li className="flex items-center gap-4 py-3">
      <span
        aria-hidden="true"
        className={`rounded-round grid size-10 shrink-0 place-items-center font-semibold ${done ? 'bg-leaf text-card' : 'bg-indigo-tint text-indigo'}`}
      >
        {done ? <CheckIcon strokeWidth={3} /> : place}
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{tube.container}</span>
        <span className="text-muted block">
          {tube.specimen} · <span className="tabular-nums">{tube.accession}</span>
          {done ? <span className="sr-only">, label checked</span> : null}
        </span>
      </span>
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
    <form
      className="border-hair mt-2 space-y-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        take(typed)
      }}
    >
      <Field
        id="label"
        label="Label on the tube"
        hint={canScan() ? 'Scan it, or type it as it stands there.' : 'Type it as it stands there.'}
        value={typed}
        onText={(text) => {
          setTyped(text)
          setError(null)
          // A whole label counts at once: a scanner that types is faster than any finger.
          if (labelIs(readLabel(text), visit, taken) === 'wanted') take(text)
        }}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        error={error ?? (needed ? 'Check the label of every tube first.' : null)}
      />
      <div className="flex flex-wrap gap-3 *:flex-auto">
        <Button type="submit">Check label</Button>
        {canScan() ? <Button onClick={() => setScanning(true)}>Scan</Button> : null}
      </div>
      {scanning ? (
        <Suspense>
          <Scanner
            onFound={(text) => {
              setTyped(text)
              take(text)
              setScanning(false)
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      ) : null}
    </form>
  )
}
