import type { OpenedReport, Placing } from '@labalaba/contract'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/deliveries.ts'
import { useAct } from '../../lib/act.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { plainDay } from '../../lib/format.ts'
import { useTypedState } from '../../lib/typed-state.ts'
import { barWords, resultWords, valueWords } from './policy.ts'
import { findReportPlace, placeInOrder } from './queries.ts'

type FormProps = { report: OpenedReport; onPlaced: (placing: Placing) => void }

/** Finds the specimen by its accession number, shows the patient and where each value goes, and places the report there. */
export function PlacingForm({ report, onPlaced }: FormProps) {
  const [typed, setTyped] = useTypedState(`place ${report.id}`, '')
  const [looked, setLooked] = useState(false)
  const [found, setFound] = useState<Placing | null>(null)
  const finding = useAct()
  const placing = useAct()
  const number = typed.trim()
  const wrong = /^[A-Za-z0-9-]{1,40}$/.test(number) ? null : copy.numberWrong

  function find(): void {
    setLooked(true)
    setFound(null)
    placing.forget()
    if (wrong) document.getElementById('accession')?.focus()
    else finding.run(async () => setFound(await findReportPlace(report.id, number)))
  }

  return (
    <Card as="section" labelledBy="place">
      <h2 id="place" className="heading-small mb-3">
        {copy.matchTitle}
      </h2>
      <Form className="space-y-4" onSubmit={find}>
        <div className="flex flex-wrap items-end gap-3">
          <Field
            id="accession"
            label={copy.numberLabel}
            hint={copy.numberHint}
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
            workingText={copy.finding}
          >
            {copy.find}
          </Button>
        </div>
        <NotDone failure={finding.failure} title={copy.findFailed} />
      </Form>
      {found ? (
        <div className="border-hair mt-4 space-y-4 border-t pt-4">
          <WhoseSample placing={found} />
          {found.problem ? (
            <Banner tone="warn" title={copy.matchBarred}>
              <p>{barWords[found.problem]}</p>
            </Banner>
          ) : (
            <>
              <PlacingLines placing={found} />
              <NotDone failure={placing.failure} title={copy.matchFailed} />
              <Button
                wide
                look="primary"
                working={placing.working}
                workingText={copy.matching}
                onClick={() =>
                  placing.run(async () => onPlaced(await placeInOrder(report.id, found.accession)))
                }
              >
                {fill(copy.match, { name: found.patient.name })}
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
          {patient.gender} ·{' '}
          {patient.dob ? fill(copy.born, { day: plainDay(patient.dob) }) : copy.bornNotGiven} ·{' '}
          <span className="whitespace-nowrap">{reference}</span> ·{' '}
          {fillNodes(copy.whoseSample, { number: <span className="whitespace-nowrap">{accession}</span> })}
        </span>
        {tests.length > 0 ? <span className="block">{tests.join(', ')}</span> : null}
      </p>
      {patientDiffers ? (
        <Banner tone="warn" title={copy.patientDiffers}>
          <p>{copy.patientDiffersSays}</p>
        </Banner>
      ) : null}
    </div>
  )
}

/** Where each value goes; a value without a line must be typed. */
export function PlacingLines({ placing }: { placing: Placing }) {
  return (
    <ul className="divide-hair border-hair divide-y border-y" aria-label={copy.goesTo}>
      {placing.lines.map((line, index) => (
        // The same name may occur twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <li key={index} className="grid gap-x-4 py-2.5 md:grid-cols-2">
          <span className="min-w-0">
            {line.name}:{' '}
            <span className="figures font-semibold wrap-anywhere whitespace-pre-line">
              {resultWords(line)}
            </span>
            {line.comment === null ? null : (
              <span className="text-small text-muted block wrap-anywhere">
                {fill(copy.comment, { comment: line.comment })}
              </span>
            )}
          </span>
          {line.goesTo ? (
            <span className="text-leaf min-w-0">
              {line.goesTo.test}, {line.goesTo.name}:{' '}
              <span className="figures font-semibold wrap-anywhere whitespace-pre-line">
                {resultWords(line.goesTo)}
              </span>
            </span>
          ) : (
            <span className="text-warn min-w-0 font-semibold">
              {fill(copy.notFilledIn, { problem: line.problem ? valueWords[line.problem] : '' })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
