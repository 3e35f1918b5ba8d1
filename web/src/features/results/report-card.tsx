import type { LabReport, LabResults, ReportVersion, ResultValue } from '@labalaba/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Tag } from '../../components/card.tsx'
import * as copy from '../../copy/results.ts'
import { fill, plural } from '../../lib/fill.ts'
import { clockTime, dayAndTime } from '../../lib/format.ts'
import { AttachmentLine } from './attachment-line.tsx'
import { CallPanel } from './calls/call-panel.tsx'
import { standsForBanner } from './calls/policy.ts'
import { EntryForm } from './entry-form.tsx'
import { MethodLines } from './method-lines.tsx'
import {
  criticalWords,
  isCritical,
  lastWords,
  onlyRepeats,
  sentWords,
  standing,
  tierOf,
  toCheckWords,
  warningWords,
} from './policy.ts'
import { ReportActs } from './report-acts.tsx'
import { ValuesTable } from './values-table.tsx'
import { whoWords } from './who-words.ts'

const AttachmentEntry = lazy(async () => ({
  default: (await import('./attachment-entry.tsx')).AttachmentEntry,
}))

type CardProps = { report: LabReport; onDone: () => void }

/** One report: its values to enter, to verify, or as released, with the possible acts. */
export function ReportCard({ report, patient, onDone }: CardProps & { patient: LabResults['patient'] }) {
  const { words, tone } = standing(report)
  const [hasVerified, setVerified] = useState(false)
  const [newest, ...older] = report.versions
  const toCheck = toCheckWords(report)
  return (
    <section
      aria-labelledby={`report-${report.id}`}
      className="rounded-card border-hair bg-card shadow-soft border p-4 md:p-5"
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`report-${report.id}`} tabIndex={-1}>
          {report.test}
        </h2>
        <Tag tone={tone}>{words}</Tag>
        {report.sensitive ? (
          <Tag tone="warn">{fill(copy.reportSensitive, { reason: report.sensitive })}</Tag>
        ) : null}
        {report.accessions.length > 0 ? (
          <span className="text-muted text-small figures">
            {fill(copy.reportAccessions, { numbers: report.accessions.join(', ') })}
          </span>
        ) : null}
        {report.partOf ? (
          <span className="text-muted text-small">{fill(copy.reportPartOf, { panel: report.partOf })}</span>
        ) : null}
      </div>
      {report.call ? <CallPanel {...{ report, patient }} call={report.call} isNext={hasVerified} /> : null}
      {toCheck ? (
        <div className="mb-3">
          <Banner tone="warn" title={toCheck} />
        </div>
      ) : null}
      {newest?.correction ? (
        <p className="mb-3">
          <b>{newest.addsOnly ? copy.reportWhyAdded : copy.reportWhyCorrected}</b> {newest.correction}
        </p>
      ) : null}
      {newest?.filledBy ? (
        <div className="mb-3">
          <Banner tone="info" title={fill(copy.filledBy, { name: newest.filledBy })}>
            <p>{report.may.includes('enter') ? copy.filledByCheck : copy.filledByWaits}</p>
          </Banner>
        </div>
      ) : null}
      {report.may.includes('enter') ? (
        <>
          {/* Values saved by another user reset the form; a PDF leaves the typed values. */}
          <EntryForm key={valuesKey(newest)} report={report} onDone={onDone} />
          {/* Beside the button that saved them. */}
          {newest ? <CriticalBanner report={report} version={newest} /> : null}
          <Suspense>
            <AttachmentEntry report={report} onDone={onDone} />
          </Suspense>
        </>
      ) : newest && (newest.values.length > 0 || newest.attachment) ? (
        <Entered report={report} version={newest} />
      ) : (
        <p className="text-muted">{report.ready ? copy.reportNotEntered : copy.reportNoSample}</p>
      )}
      {report.draft && !report.may.includes('enter') ? (
        <p className="text-muted mt-2">
          {fill(copy.reportDraft, { name: report.draft.by, time: clockTime(report.draft.at) })}
        </p>
      ) : null}
      {report.missing.length > 0 ? (
        <div className="mt-4">
          <Banner tone="warn" title={plural(copy.linesMissing, report.missing.length)}>
            <p>{report.missing.join(', ')}</p>
            {report.may.includes('enter') ? <p>{copy.linesMissingNext}</p> : null}
          </Banner>
        </div>
      ) : null}
      <ReportActs report={report} onVerified={() => setVerified(true)} onDone={onDone} />
      {older.map((version) => (
        <Older key={version.number} report={report} version={version} />
      ))}
    </section>
  )
}

/** A key of the entered values; a new empty draft has the same key as none. */
function valuesKey(version: ReportVersion | undefined): string {
  const values = version?.values ?? []
  return JSON.stringify([
    version?.number ?? 1,
    values.map(({ position, value, comment, method }) => [position, value, comment, method]),
  ])
}

type VersionProps = { report: LabReport; version: ReportVersion }

/** Critical values that are saved and have no call yet. A scientist reads it above the form after saving them. */
function CriticalBanner({ report, version }: VersionProps) {
  const critical = version.values.filter(({ flag }) => isCritical(flag)).length
  const isUnreleased = version.state === 'draft' || version.state === 'verified'
  if (!isUnreleased || critical === 0 || standsForBanner(report.call, report.versions)) return null
  const isImmediate = tierOf(version.values) === 'immediate'
  const names = criticalWords(version.values)
  return (
    <div className={report.may.includes('enter') ? 'my-4' : ''}>
      <Banner
        tone={isImmediate ? 'error' : 'warn'}
        title={plural(copy.criticalValues, critical, { names })}
        announce
      >
        <p>{isImmediate ? copy.criticalCallNow : copy.criticalCallToday}</p>
        <p>
          {version.state === 'verified'
            ? copy.criticalLogNext
            : report.may.includes('enter')
              ? copy.criticalVerifyNext
              : copy.criticalLogLater}
        </p>
      </Banner>
    </div>
  )
}

function Entered({ report, version }: VersionProps) {
  return (
    <div className="space-y-3">
      <CriticalBanner report={report} version={version} />
      {version.values.length > 0 ? (
        <ValuesTable
          values={version.values}
          caption={fill(copy.valuesOf, { test: report.test })}
          beside={(value) => besideValue(report, version, value)}
        />
      ) : null}
      <MethodLines values={version.values} />
      {version.attachment ? (
        <AttachmentLine report={report} version={version.number} attachment={version.attachment} />
      ) : null}
      <p className="text-small text-muted">
        {onlyRepeats(version, report.versions[1]) ? copy.begunWithPreliminary : whoWords(version)}
      </p>
    </div>
  )
}

/** What to check about a value, who confirmed it and why, and the last one of the same patient; null if nothing. */
function besideValue({ analytes }: LabReport, version: ReportVersion, value: ResultValue): ReactNode {
  const line = analytes.find(({ position }) => position === value.position)
  const last = line ? lastWords(line, value.value) : null
  const warnings = version.warnings.filter(({ position }) => position === value.position)
  const confirmed = confirmedWords(version, value)
  const sent = sentWords(version, value.position)
  if (warnings.length === 0 && confirmed === null && sent === null) return last
  return (
    <>
      {sent === null ? null : <span className="block">{sent}</span>}
      {warnings.map((warning) => (
        <span
          key={warning.kind}
          className={`${warning.stops && confirmed === null ? 'text-error' : 'text-warn'} block max-w-60 font-semibold whitespace-normal`}
        >
          {warningWords({ ...warning, stops: warning.stops && confirmed === null })}
        </span>
      ))}
      {confirmed === null ? null : (
        <span className="block max-w-60 wrap-anywhere whitespace-normal">{confirmed}</span>
      )}
      {last}
    </>
  )
}

/** "Tola confirmed it on 28 November at 10:05: Repeated on a new sample"; null if no one did. */
function confirmedWords({ confirmations }: ReportVersion, { position }: ResultValue): string | null {
  const one = confirmations.find((confirmation) => confirmation.position === position)
  return one ? fill(copy.confirmedBy, { name: one.by, at: dayAndTime(one.at), reason: one.reason }) : null
}

function olderWords({ state, number, preliminary }: ReportVersion): string {
  if (preliminary && state !== 'withdrawn')
    return fill(state === 'released' ? copy.olderPreliminaryReleased : copy.olderPreliminary, { number })
  if (state === 'released') return fill(copy.olderReleased, { number })
  return fill(state === 'withdrawn' ? copy.olderWithdrawn : copy.olderCorrected, { number })
}

function Older({ report, version }: { report: LabReport; version: ReportVersion }) {
  return (
    <details className="border-hair mt-4 border-t pt-2">
      <summary className="min-h-12 cursor-pointer py-3 font-semibold">{olderWords(version)}</summary>
      {version.values.length > 0 ? (
        <ValuesTable
          values={version.values}
          caption={fill(copy.valuesOfVersion, { number: version.number })}
          beside={(value) => confirmedWords(version, value)}
        />
      ) : null}
      <MethodLines values={version.values} />
      {version.attachment ? (
        <AttachmentLine report={report} version={version.number} attachment={version.attachment} />
      ) : null}
      <p className="text-small text-muted mt-2">{whoWords(version)}</p>
    </details>
  )
}
