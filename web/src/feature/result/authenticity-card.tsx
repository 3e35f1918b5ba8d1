import type { Authenticity } from '@labalaba/contract'
import { longDay } from '../../lib/format.ts'
import { Card, Facts, Tag } from '../../ui/card.tsx'
import { CheckCircleIcon, WarningIcon } from '../../ui/icons.tsx'
import { CheckFile } from './check-file.tsx'

type CardProps = { code: string; report: Authenticity }

/** The verdict on a report, shown first. */
function verdictOn({ status, correctedAt, withdrawnAt }: Authenticity): { title: string; says: string } {
  const newer = correctedAt
    ? ` The lab released a new version on ${longDay(correctedAt)}: ask for that one.`
    : ''
  if (status === 'withdrawn')
    return {
      title: 'This report was withdrawn',
      says: `The lab took it back${withdrawnAt ? ` on ${longDay(withdrawnAt)}` : ''}. Do not rely on it.${newer}`,
    }
  if (status === 'corrected')
    return { title: 'This report was corrected', says: `This one no longer counts.${newer}` }
  return {
    title: 'This report is genuine and valid',
    says: 'The lab released it, and has not corrected it since.',
  }
}

/** What anyone with the code may see of a report: that it is genuine, and whether it is still valid. */
export function AuthenticityCard({ code, report }: CardProps) {
  const isValid = report.status === 'valid'
  const { title, says } = verdictOn(report)
  const born = report.bornIn === null ? '' : `, born in ${report.bornIn}`
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
              <Tag>Sample data: a made-up lab, and nobody’s result</Tag>
            </p>
          ) : null}
        </div>
      </div>
      <div className="my-4">
        <Facts
          lines={[
            { label: 'Lab', value: report.lab },
            { label: report.tests.length === 1 ? 'Test' : 'Tests', value: report.tests.join(', ') },
            { label: 'Patient', value: `${report.initials}${born}` },
            { label: 'Released', value: longDay(report.releasedAt) },
            ...(report.withdrawnAt ? [{ label: 'Withdrawn', value: longDay(report.withdrawnAt) }] : []),
            { label: 'Code', value: <span className="figures">{code}</span> },
          ]}
        />
      </div>
      {report.status === 'withdrawn' ? null : <CheckFile {...report} />}
    </Card>
  )
}
