import type { OpenedReport, Placing } from '@labalaba/contract'
import { useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { plainDay } from '../../lib/format.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { barWords, saidWords, valueWords } from './policy.ts'
import { lookAt, place } from './queries.ts'

type FormProps = { report: OpenedReport; onPlaced: (placing: Placing) => void }

/** Finds the specimen by its accession number, shows the patient and where each value goes, and places the report there. */
export function PlacingForm({ report, onPlaced }: FormProps) {
  const [typed, setTyped] = useTypedState(`place ${report.id}`, '')
  const [looked, setLooked] = useState(false)
  const [found, setFound] = useState<Placing | null>(null)
  const finding = useAct()
  const placing = useAct()
  const number = typed.trim()
  const wrong = /^[A-Za-z0-9-]{1,40}$/.test(number) ? null : 'Give the number as it stands on the label.'

  function find(): void {
    setLooked(true)
    setFound(null)
    placing.forget()
    if (wrong) document.getElementById('accession')?.focus()
    else finding.run(async () => setFound(await lookAt(report.id, number)))
  }

  return (
    <Card as="section" labelledBy="place">
      <h2 id="place" className="heading-small mb-3">
        Place it on a sample
      </h2>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <Field
            id="accession"
            label="Number on the label"
            hint="Type or scan it, such as 26A-00012."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={typed}
            onText={(text) => {
              setTyped(text)
              setFound(null)
            }}
            error={looked ? wrong : null}
          />
          <Button
            type="submit"
            wide
            look={found ? 'secondary' : 'primary'}
            working={finding.working}
            workingText="Looking"
          >
            Find the sample
          </Button>
        </div>
        <NotDone failure={finding.failure} title="The sample was not found" />
      </form>
      {found ? (
        <div className="border-hair mt-4 space-y-4 border-t pt-4">
          <WhoseSample placing={found} />
          {found.problem ? (
            <Banner tone="warn" title="Not on this sample">
              <p>{barWords[found.problem]}</p>
            </Banner>
          ) : (
            <>
              <PlacingLines placing={found} />
              <NotDone failure={placing.failure} title="It was not placed" />
              <Button
                wide
                look="primary"
                working={placing.working}
                workingText="Placing"
                onClick={() => placing.run(async () => onPlaced(await place(report.id, found.accession)))}
              >
                Yes, place it for {found.patient.name}
              </Button>
            </>
          )}
        </div>
      ) : null}
    </Card>
  )
}

function WhoseSample({
  placing: { patient, tests, reference, accession, patientDiffers },
}: {
  placing: Placing
}) {
  return (
    <div className="space-y-3">
      <p role="status">
        <b className="text-body block">{patient.name}</b>
        <span className="text-muted block">
          {patient.gender}
          {patient.dob ? ` · born ${plainDay(patient.dob)}` : ' · date of birth not given'} ·{' '}
          <span className="whitespace-nowrap">{reference}</span> · sample{' '}
          <span className="whitespace-nowrap">{accession}</span>
        </span>
        {tests.length > 0 ? <span className="block">{tests.join(', ')}</span> : null}
      </p>
      {patientDiffers ? (
        <Banner tone="warn" title="The system says another sex or day of birth">
          <p>Make sure that it is this patient before you place it.</p>
        </Banner>
      ) : null}
    </div>
  )
}

/** Where each value goes; a value without a line must be typed. */
export function PlacingLines({ placing }: { placing: Placing }) {
  return (
    <ul className="divide-hair border-hair divide-y border-y" aria-label="Where the values go">
      {placing.lines.map((line, index) => (
        // The same name may occur twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <li key={index} className="grid gap-x-4 py-2.5 md:grid-cols-2">
          <span className="min-w-0">
            {line.name}: <span className="figures font-semibold">{saidWords(line)}</span>
          </span>
          {line.goesTo ? (
            <span className="text-leaf min-w-0">
              {line.goesTo.test}, {line.goesTo.name}:{' '}
              <span className="figures font-semibold">{saidWords(line.goesTo)}</span>
            </span>
          ) : (
            <span className="text-warn min-w-0 font-semibold">
              Not filled in: {line.problem ? valueWords[line.problem] : ''}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
