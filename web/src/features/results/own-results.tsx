import {
  downloadAttachment,
  downloadReport,
  formatPhone,
  type OwnResults,
  type SharedResults,
  type WithdrawnResult,
  withdrawalWords,
} from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Breakable } from '../../components/breakable.tsx'
import { Card } from '../../components/card.tsx'
import { LockIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/results.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { outWords, tierOf } from './policy.ts'
import { ResultCard } from './result-card.tsx'

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
      <CriticalBanner results={results} />
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
            <h2 className="heading-small">{copy.meaningTitle}</h2>
            <p>
              {copy.meaning}
              {isDoctors ? null : ` ${copy.meaningTalk}`}
            </p>
          </>
        ) : null}
        <p>{fillNodes(copy.questions, { lab: results.lab, phone: <Phone phone={results.labPhone} /> })}</p>
      </div>
    </div>
  )
}

/** What to do about critical results, at once or today. */
function CriticalBanner({ results: { results, readBy, lab, labPhone } }: Pick<ResultsProps, 'results'>) {
  const tier = tierOf(results.flatMap(({ values }) => values))
  if (tier === null) return null
  const contact = { lab, phone: <Phone phone={labPhone} /> }
  if (readBy === 'doctor')
    return tier === 'immediate' ? (
      <Banner tone="error" title={copy.actNow}>
        <p>{fillNodes(copy.actNowForDoctor, contact)}</p>
      </Banner>
    ) : (
      <Banner tone="warn" title={copy.actToday}>
        <p>{fillNodes(copy.actTodayForDoctor, contact)}</p>
      </Banner>
    )
  return tier === 'immediate' ? (
    <Banner tone="error" title={copy.callNow}>
      <p>{fillNodes(copy.callNowSays, contact)}</p>
    </Banner>
  ) : (
    <Banner tone="warn" title={copy.callToday}>
      <p>{fillNodes(copy.callTodaySays, contact)}</p>
    </Banner>
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
  const tier = tierOf(shared.results.flatMap(({ values }) => values))
  return (
    <div className="space-y-6">
      {tier ? (
        <Banner tone="warn" title={tier === 'immediate' ? copy.actNow : copy.actToday}>
          <p>{tier === 'immediate' ? copy.actNowForReader : copy.actTodayForReader}</p>
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
      <p>{fillNodes(copy.questions, { lab: shared.lab, phone: <Phone phone={shared.labPhone} /> })}</p>
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

/** Released results that only the patient may read, and how the patient can read them. */
function Withheld({ results }: { results: OwnResults }) {
  const { withheld, patientName, patientEmail, lab, labPhone } = results
  if (withheld.length === 0) return null
  const grown = withheld.some(({ because }) => because === 'of_age')
  return (
    <Card as="section" labelledBy="withheld">
      <h2 id="withheld" className="heading-small flex items-start gap-2">
        <LockIcon className="mt-1" />
        <span>{fill(copy.withheldTitle, { name: patientName })}</span>
      </h2>
      <ul className="mt-2 list-disc pl-6">
        {withheld.map(({ test }) => (
          <li key={test}>{test}</li>
        ))}
      </ul>
      <p className="mt-3">{grown ? fill(copy.withheldOfAge, { name: patientName }) : copy.withheldPrivate}</p>
      <p className="mt-2">
        {patientEmail
          ? fillNodes(copy.withheldByEmail, {
              email: (
                <b>
                  <Breakable text={patientEmail} />
                </b>
              ),
            })
          : fillNodes(copy.withheldAtLab, { lab, phone: <Phone phone={labPhone} /> })}
      </p>
    </Card>
  )
}

function Waiting({ waiting, isDoctors }: { waiting: readonly string[]; isDoctors: boolean }) {
  if (waiting.length === 0) return null
  return (
    <Card as="section" labelledBy="waiting">
      <h2 id="waiting" className="heading-small">
        {copy.waitingTitle}
      </h2>
      <ul className="mt-2 list-disc pl-6">
        {waiting.map((test) => (
          <li key={test}>{test}</li>
        ))}
      </ul>
      <p className="text-muted mt-2">{isDoctors ? copy.waitingForDoctor : copy.waitingForPatient}</p>
    </Card>
  )
}

type CardProps = {
  result: WithdrawnResult
  lab: string
  labPhone: string
  /** The reader is not the patient, so what the lab does for the patient is left out. */
  isShared?: boolean
}

/** A result that the lab has withdrawn, in the place of the result. */
function WithdrawnCard({ result, lab, labPhone, isShared = false }: CardProps) {
  const { id, test, partOf, releasedAt, withdrawnAt, because } = result
  return (
    <Card as="section" labelledBy={`result-${id}`} edge>
      <h2 id={`result-${id}`}>{test}</h2>
      <p className="text-muted">{outWords(partOf, releasedAt)}</p>
      <div className="mt-3">
        <Banner tone="error" title={fill(copy.withdrawnOn, { day: longDay(withdrawnAt) })}>
          <p>{fill(copy.withdrawnSays, { lab, reason: withdrawalWords[because] })}</p>
          <p>
            {copy.withdrawnDoNotRely}
            {isShared ? null : ` ${copy.withdrawnTellOthers}`}
          </p>
          <p>
            {isShared
              ? copy.withdrawnNewShared
              : fillNodes(copy.withdrawnNew, { phone: <Phone phone={labPhone} /> })}
          </p>
        </Banner>
      </div>
    </Card>
  )
}
