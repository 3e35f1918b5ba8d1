import type { Authenticity } from '@labalaba/contract'
import { useId, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Card, Facts, Tag } from '../../components/card.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { CheckCircleIcon, WarningIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/results.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { hashOf } from './policy.ts'

type CardProps = { code: string; report: Authenticity }

/** The verdict on a report, shown first. */
function verdictOn({ status, preliminary, correctedAt, withdrawnAt }: Authenticity): {
  title: string
  says: string
} {
  const newer = correctedAt ? fill(copy.authenticNewer, { day: longDay(correctedAt) }) : ''
  const sentences = (...all: string[]) => all.filter(Boolean).join(' ')
  if (status === 'withdrawn')
    return {
      title: copy.authenticWithdrawn,
      says: sentences(
        withdrawnAt
          ? fill(copy.authenticTakenBackOn, { day: longDay(withdrawnAt) })
          : copy.authenticTakenBack,
        newer,
      ),
    }
  if (preliminary)
    return status === 'corrected'
      ? { title: copy.authenticCompleted, says: newer }
      : { title: copy.authenticPreliminary, says: copy.authenticPreliminarySays }
  if (status === 'appended')
    return { title: copy.authenticAppended, says: sentences(copy.authenticStands, newer) }
  if (status === 'corrected')
    return { title: copy.authenticCorrected, says: sentences(copy.authenticNoLonger, newer) }
  return {
    title: copy.authenticValid,
    says: copy.authenticValidSays,
  }
}

/** What anyone with the code may see of a report: that it is genuine, and whether it is still valid. */
export function AuthenticityCard({ code, report }: CardProps) {
  const isValid = report.status === 'valid'
  const { title, says } = verdictOn(report)
  const { initials, bornIn } = report
  const patient = bornIn === null ? initials : fill(copy.authenticPatient, { initials, year: bornIn })
  return (
    <Card edge as="section" labelledBy="verdict">
      <div className="flex items-start gap-3">
        {isValid ? (
          <CheckCircleIcon size={32} className="text-leaf shrink-0" />
        ) : (
          <WarningIcon size={32} className="text-warn shrink-0" />
        )}
        <div>
          <h2 id="verdict">{title}</h2>
          <p className="text-muted">{says}</p>
          {report.sampleData ? (
            <p className="mt-2">
              <Tag>{copy.authenticSample}</Tag>
            </p>
          ) : null}
        </div>
      </div>
      <div className="my-4">
        <Facts
          lines={[
            { label: shared.lab, value: report.lab },
            { label: plural(copy.authenticTests, report.tests.length), value: report.tests.join(', ') },
            { label: shared.patient, value: patient },
            { label: copy.authenticReleased, value: longDay(report.releasedAt) },
            ...(report.withdrawnAt
              ? [{ label: copy.authenticWithdrawnDay, value: longDay(report.withdrawnAt) }]
              : []),
            { label: copy.authenticCode, value: <span className="figures">{code}</span> },
          ]}
        />
      </div>
      {report.status === 'withdrawn' ? null : <CheckFile {...report} />}
    </Card>
  )
}

type Verdict = 'report' | 'attachment' | 'other' | 'unreadable'

/** The verdict is null while the file is being read, which takes a small phone some time. */
type Chosen = { file: File; verdict: Verdict | null }

type Hashes = { fileHash: string; attachmentHash: string | null }

/** Whether a PDF is exactly the released report, or the lab's own attachment of it. The file never leaves the device. */
function CheckFile({ fileHash, attachmentHash }: Hashes) {
  const id = useId()
  const [chosen, setChosen] = useState<Chosen | null>(null)

  function verdictOn(hash: string | null): Verdict {
    if (hash === null) return 'unreadable'
    if (hash === fileHash) return 'report'
    return hash === attachmentHash ? 'attachment' : 'other'
  }

  async function check(file: File): Promise<void> {
    setChosen({ file, verdict: null })
    const verdict = verdictOn(await hashOf(file))
    setChosen((now) => (now?.file === file ? { file, verdict } : now))
  }

  return (
    <section aria-labelledby={`${id}-title`} className="space-y-3">
      <h2 id={`${id}-title`} className="heading-small">
        {copy.checkFileTitle}
      </h2>
      <p>
        {attachmentHash === null ? copy.checkFileOne : copy.checkFileTwo} {copy.checkFileStays}
      </p>
      <FileButton id={id} accept="application/pdf" wide onFile={(file) => void check(file)}>
        {copy.checkFileChoose}
      </FileButton>
      <div role="status">{chosen ? <FileVerdict {...chosen} /> : null}</div>
    </section>
  )
}

function FileVerdict({ file: { name }, verdict }: Chosen) {
  if (verdict === null) return <p>{fill(copy.checkFileComparing, { name })}</p>
  if (verdict === 'report' || verdict === 'attachment')
    return (
      <Banner tone="ok" title={copy.checkFileGenuine}>
        <p>
          {fill(copy.checkFileSame, { name })}
          {verdict === 'attachment' ? ` ${copy.checkFileIsAttachment}` : null}
        </p>
      </Banner>
    )
  if (verdict === 'other')
    return (
      <Banner tone="error" title={copy.checkFileOther}>
        <p>{fill(copy.checkFileDiffers, { name })}</p>
      </Banner>
    )
  return (
    <Banner tone="warn" title={copy.checkFileFailed}>
      <p>{copy.checkFileUnreadable}</p>
    </Banner>
  )
}
