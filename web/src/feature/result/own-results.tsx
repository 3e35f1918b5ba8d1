import {
  downloadReport,
  formatPhone,
  type OwnResult,
  type OwnResults,
  type SharedResults,
} from '@labalaba/contract'
import { saveFile } from '../../lib/save-file.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { ResultCard } from './result-card.tsx'
import { isCritical } from './rules.ts'

type ResultsProps = {
  results: OwnResults
  /** True where it asks for the password, and then does it again. */
  onRefused: (failure: unknown, again: () => void) => boolean
}

/** The results of an order, as its patient reads them, or the doctor whom the patient lets read. */
export function OwnResultList({ results, onRefused }: ResultsProps) {
  const isDoctors = results.readBy === 'doctor'
  return (
    <div className="space-y-6">
      {hasGraveValue(results.results) && isDoctors ? (
        <Banner tone="warn" title="A value is far outside its usual interval">
          <p>
            The patient’s own page asks them to talk to a doctor today. The lab can tell you how it was
            measured: <Phone phone={results.labPhone} />.
          </p>
        </Banner>
      ) : hasGraveValue(results.results) ? (
        <Banner tone="warn" title="Please talk to a doctor today">
          <p>
            A value is far outside its usual interval. See a doctor or go to a hospital today, and show them
            this result. You can also call {results.lab}: <Phone phone={results.labPhone} />.
          </p>
        </Banner>
      ) : null}
      {results.results.map((result) => (
        <ResultCard
          key={result.id}
          result={result}
          isDoctors={isDoctors}
          onSave={() => saveFile(downloadReport, { reference: results.reference, report: result.id })}
          onRefused={onRefused}
        />
      ))}
      <Waiting waiting={results.waiting} isDoctors={isDoctors} />
      <div className="max-w-words space-y-2">
        <h2 className="heading-small">What it means</h2>
        <p>
          The usual interval is where most healthy people are. A value outside it is not a diagnosis, and one
          within it does not rule an illness out.
          {isDoctors ? '' : ' Talk to a doctor about what it means for you.'}
        </p>
        <p>
          Questions about how it was measured? Call {results.lab}: <Phone phone={results.labPhone} />.
        </p>
      </div>
    </div>
  )
}

/** Results that somebody has let the reader read. */
export function SharedResultList({
  shared,
  onSave,
}: {
  shared: SharedResults
  onSave: (report: string) => Promise<void>
}) {
  return (
    <div className="space-y-6">
      {hasGraveValue(shared.results) ? (
        <Banner tone="warn" title="A value is far outside its usual interval">
          <p>The patient’s own page asks them to talk to a doctor at once.</p>
        </Banner>
      ) : null}
      {shared.results.map((result) => (
        <ResultCard key={result.id} result={result} onSave={result.file ? () => onSave(result.id) : null} />
      ))}
      <p>
        Questions about how it was measured? Call {shared.lab}: <Phone phone={shared.labPhone} />.
      </p>
    </div>
  )
}

function hasGraveValue(results: readonly OwnResult[]): boolean {
  return results.some(({ values }) => values.some(({ flag }) => isCritical(flag)))
}

function Phone({ phone }: { phone: string }) {
  return (
    <a href={`tel:+${phone}`} className="figures whitespace-nowrap">
      {formatPhone(phone)}
    </a>
  )
}

function Waiting({ waiting, isDoctors }: { waiting: readonly string[]; isDoctors: boolean }) {
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
      <p className="text-muted mt-2">
        {isDoctors ? 'They come to your inbox once they are out.' : 'We mail you when all of it is ready.'}
      </p>
    </Card>
  )
}
