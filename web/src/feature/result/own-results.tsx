import {
  downloadAttachment,
  downloadReport,
  formatPhone,
  type OwnResult,
  type OwnResults,
  type SharedResults,
} from '@labalaba/contract'
import { saveFile } from '../../lib/save-file.ts'
import { Banner } from '../../ui/banner.tsx'
import { Breakable } from '../../ui/breakable.tsx'
import { Card } from '../../ui/card.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { isCritical } from './policy.ts'
import { ResultCard } from './result-card.tsx'
import { WithdrawnCard } from './withdrawn-card.tsx'

type ResultsProps = {
  results: OwnResults
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused: (failure: unknown, again: () => void) => boolean
}

/** The results of an order, for its patient, or for the doctor whom the patient has given consent. */
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
          withNext={!isDoctors}
          onSave={() => saveFile(downloadReport, { reference: results.reference, report: result.id })}
          onSaveAttachment={() =>
            saveFile(downloadAttachment, { reference: results.reference, report: result.id })
          }
          onRefused={onRefused}
        />
      ))}
      {results.withdrawn.map((one) => (
        <WithdrawnCard key={one.id} result={one} lab={results.lab} labPhone={results.labPhone} />
      ))}
      <Withheld results={results} />
      <Waiting waiting={results.waiting} isDoctors={isDoctors} />
      <div className="max-w-words space-y-2">
        {results.results.length > 0 ? (
          <>
            <h2 className="heading-small">What it means</h2>
            <p>
              The usual interval is where most healthy people are. A value outside it is not a diagnosis, and
              one within it does not rule an illness out.
              {isDoctors ? '' : ' Talk to a doctor about what it means for you.'}
            </p>
          </>
        ) : null}
        <p>
          Questions about how it was measured? Call {results.lab}: <Phone phone={results.labPhone} />.
        </p>
      </div>
    </div>
  )
}

/** Results that were shared with the reader. */
export function SharedResultList({
  shared,
  onSave,
  onSaveAttachment,
}: {
  shared: SharedResults
  onSave: (report: string) => Promise<void>
  onSaveAttachment: (report: string) => Promise<void>
}) {
  return (
    <div className="space-y-6">
      {hasGraveValue(shared.results) ? (
        <Banner tone="warn" title="A value is far outside its usual interval">
          <p>The patient’s own page asks them to talk to a doctor today.</p>
        </Banner>
      ) : null}
      {shared.results.map((result) => (
        <ResultCard
          key={result.id}
          result={result}
          onSave={result.file ? () => onSave(result.id) : null}
          onSaveAttachment={result.file ? () => onSaveAttachment(result.id) : null}
        />
      ))}
      {shared.withdrawn.map((one) => (
        <WithdrawnCard key={one.id} result={one} lab={shared.lab} labPhone={shared.labPhone} isShared />
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

/** Released results that only the patient may read, and how the patient can read them. */
function Withheld({ results }: { results: OwnResults }) {
  const { withheld, patientName, patientEmail, lab, labPhone } = results
  if (withheld.length === 0) return null
  const grown = withheld.some(({ because }) => because === 'of_age')
  return (
    <Card as="section" labelledBy="withheld">
      <h2 id="withheld" className="heading-small flex items-start gap-2">
        <LockIcon className="mt-1" />
        <span>Only for {patientName}</span>
      </h2>
      <ul className="mt-2 list-disc pl-6">
        {withheld.map(({ test }) => (
          <li key={test}>{test}</li>
        ))}
      </ul>
      <p className="mt-3">
        {grown
          ? `${patientName} is 18 now, so new results and private ones are theirs alone.`
          : 'These results are private, so they are shown to the patient alone, and not to who booked.'}
      </p>
      <p className="mt-2">
        {patientEmail ? (
          <>
            They can read them here with an account of their own, by{' '}
            <b>
              <Breakable text={patientEmail} />
            </b>
            . From there they can let you read them too, with a link and a passcode.
          </>
        ) : (
          <>
            This booking has your own email, so they cannot open them here. The lab tells them: {lab},{' '}
            <Phone phone={labPhone} />.
          </>
        )}
      </p>
    </Card>
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
