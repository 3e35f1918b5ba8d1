import type { OwnResult, ReportAttachment } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { useAct } from '../../lib/act.ts'
import { longDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { fileWords, nextStepOf, summaryOf } from './policy.ts'
import { ValuesTable } from './values-table.tsx'

const counselWords = {
  lab: 'The lab talks with you about this result. Call them if they have not called you.',
  doctor: 'Your doctor talks with you about this result.',
} as const

const counselWordsForDoctors = {
  lab: 'The lab talks with the patient about this result.',
  doctor: 'The lab has left it to the doctor to talk with the patient about this result.',
} as const

type CardProps = {
  result: OwnResult
  /** The reader is the patient's doctor, not the patient. */
  isDoctors?: boolean
  /** Shows what to do next; for the patient. */
  withNext?: boolean
  /** Downloads the PDF; null if the reader may not have it. */
  onSave: (() => Promise<void>) | null
  /** Downloads the lab's own PDF; null if there is none, or the reader may not have it. */
  onSaveAttachment: (() => Promise<void>) | null
  /** Returns true if it prompts for the password; it then calls `again`. */
  onRefused?: (failure: unknown, again: () => void) => boolean
}

/** A result for its reader: the values, what was corrected, and its PDF. */
export function ResultCard(props: CardProps) {
  const {
    result,
    isDoctors = false,
    withNext = false,
    onSave,
    onSaveAttachment,
    onRefused = () => false,
  } = props
  const saving = useAct()
  const [which, setWhich] = useState<'report' | 'attachment'>('report')
  const { id, test, about, partOf, values, correction, counselledBy, code, attachment } = result
  const next = withNext ? nextStepOf(values) : null

  function save(file: typeof which): void {
    setWhich(file)
    saving.run(async () => {
      try {
        await (file === 'report' ? onSave : onSaveAttachment)?.()
      } catch (failure) {
        if (!onRefused(failure, () => save(file))) throw failure
      }
    })
  }
  const isFetching = (file: typeof which) => saving.working && which === file

  return (
    <Card as="section" labelledBy={`result-${id}`} edge>
      <h2 id={`result-${id}`}>{test}</h2>
      <p className="text-muted">
        {result.takenAt ? <span className="block">Sample taken {longDay(result.takenAt)}</span> : null}
        {partOf ? `Part of ${partOf} · ` : ''}Results out {longDay(result.releasedAt)}
      </p>
      {about ? <p className="max-w-words mt-2">{about}</p> : null}
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
            <p>{(isDoctors ? counselWordsForDoctors : counselWords)[counselledBy]}</p>
          </Banner>
        ) : null}
        {values.length > 0 ? (
          <>
            <p className="max-w-words font-semibold">{summaryOf(values)}</p>
            <ValuesTable values={values} caption={`Values of ${test}`} />
            {next ? (
              <p className="max-w-words">
                <b>What to do next:</b> {next}
              </p>
            ) : null}
          </>
        ) : null}
        {attachment ? (
          <Attached attachment={attachment} isAll={values.length === 0}>
            {onSaveAttachment ? (
              <Button
                wide
                look={values.length === 0 ? 'primary' : 'secondary'}
                working={isFetching('attachment')}
                workingText="Fetching the PDF"
                onClick={() => save('attachment')}
              >
                Download the lab’s PDF<span className="sr-only">, {test}</span>
              </Button>
            ) : (
              <p>It is not behind this link.</p>
            )}
          </Attached>
        ) : null}
      </div>
      <div className="mt-5 space-y-3 print:hidden">
        <NotDone failure={saving.failure} />
        {onSave ? (
          <Button
            wide
            working={isFetching('report')}
            workingText="Fetching the PDF"
            onClick={() => save('report')}
          >
            Download the report (PDF)<span className="sr-only">, {test}</span>
          </Button>
        ) : (
          <p>The lab’s PDF of this result is not behind this link.</p>
        )}
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

type AttachedProps = { attachment: ReportAttachment; isAll: boolean; children: ReactNode }

/** The lab's own PDF: the whole result, or an addition to the values. */
function Attached({ attachment, isAll, children }: AttachedProps) {
  return (
    <div className="rounded-button bg-sand space-y-3 p-4">
      <div>
        <p className="font-semibold">Report as a PDF from the lab</p>
        <p className="text-small text-muted">
          {isAll ? 'All of this result is in it: ' : 'It belongs to the values above: '}
          {fileWords(attachment)}.
        </p>
      </div>
      <div className="print:hidden">{children}</div>
    </div>
  )
}
