import { downloadReport, formatPhone, type OwnResult, type OwnResults } from '@labalaba/contract'
import { useAct } from '../../lib/act.ts'
import { longDay } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { NotDone } from './entry-form.tsx'
import { needsPassword } from './queries.ts'
import { isCritical, summaryOf } from './rules.ts'
import { ValuesTable } from './values-table.tsx'

type ResultsProps = {
  results: OwnResults
  /** The password is asked for, and then this is done. */
  onPassword: (then: () => void) => void
}

/** The results of an order, as its patient reads them. */
export function OwnResultList({ results, onPassword }: ResultsProps) {
  const isGrave = results.results.some(({ values }) => values.some(({ flag }) => isCritical(flag)))
  return (
    <div className="space-y-6">
      {isGrave ? (
        <Banner tone="warn" title="Please talk to a doctor today">
          <p>
            A value is far outside its usual interval. See a doctor or go to a hospital today, and show them
            this result. You can also call {results.lab}: <Phone phone={results.labPhone} />.
          </p>
        </Banner>
      ) : null}
      {results.results.map((result) => (
        <ResultCard key={result.id} reference={results.reference} result={result} onPassword={onPassword} />
      ))}
      <Waiting waiting={results.waiting} />
      <div className="max-w-words space-y-2">
        <h2 className="heading-small">What it means</h2>
        <p>
          The usual interval is where most healthy people are. A value outside it is not a diagnosis, and one
          within it does not rule an illness out. Talk to a doctor about what it means for you.
        </p>
        <p>
          Questions about how it was measured? Call {results.lab}: <Phone phone={results.labPhone} />.
        </p>
      </div>
    </div>
  )
}

function Phone({ phone }: { phone: string }) {
  return (
    <a href={`tel:+${phone}`} className="figures whitespace-nowrap">
      {formatPhone(phone)}
    </a>
  )
}

function Waiting({ waiting }: { waiting: readonly string[] }) {
  if (waiting.length === 0) return null
  return (
    <Card as="section" labelledBy="waiting">
      <h2 id="waiting" className="heading-small">
        Not ready yet
      </h2>
      <ul className="mt-2 list-disc pl-6">
        {waiting.map((test) => (
          <li key={test}>{test}</li>
        ))}
      </ul>
      <p className="text-muted mt-2">We mail you when all of it is ready.</p>
    </Card>
  )
}

const counselWords = {
  lab: 'The lab talks with you about this result. Call them if they have not called you.',
  doctor: 'Your doctor talks with you about this result.',
} as const

type CardProps = { reference: string; result: OwnResult; onPassword: ResultsProps['onPassword'] }

function ResultCard({ reference, result, onPassword }: CardProps) {
  const saving = useAct()
  const { id, test, partOf, values, correction, counselledBy, code } = result

  function save(): void {
    saving.run(async () => {
      try {
        await saveFile(downloadReport, { reference, report: id })
      } catch (failure) {
        if (!needsPassword(failure)) throw failure
        onPassword(save)
      }
    })
  }

  return (
    <Card as="section" labelledBy={`result-${id}`} edge>
      <h2 id={`result-${id}`}>{test}</h2>
      <p className="text-muted">
        {partOf ? `Part of ${partOf} · ` : ''}Given {longDay(result.releasedAt)}
      </p>
      <div className="mt-3 space-y-3">
        {correction ? (
          <Banner tone="info" title="This result was corrected">
            <p>
              It takes the place of an earlier one, which no longer counts. The lab says why: {correction}
            </p>
          </Banner>
        ) : null}
        {counselledBy ? (
          <Banner tone="info">
            <p>{counselWords[counselledBy]}</p>
          </Banner>
        ) : null}
        <p className="font-semibold">{summaryOf(values)}</p>
        <ValuesTable values={values} caption={`Values of ${test}`} />
      </div>
      <div className="mt-5 space-y-3 print:hidden">
        <NotDone failure={saving.failure} />
        <Button wide working={saving.working} workingText="Fetching the PDF" onClick={save}>
          Download the report (PDF)<span className="sr-only">, {test}</span>
        </Button>
        <p className="text-small text-muted">
          Anybody you give it to can check that it is genuine, by its code{' '}
          <Link to={`/verify/${code}`} className="figures whitespace-nowrap">
            {code}
          </Link>
          . That page never shows a value.
        </p>
      </div>
    </Card>
  )
}
