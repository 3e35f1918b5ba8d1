import type { OwnResult, OwnValue, ReportAttachment } from '@labalaba/contract'
import { type ReactNode, useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ChevronDownIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { NotDone } from '../../components/not-done.tsx'
import * as copy from '../../copy/results.ts'
import { useAct } from '../../lib/act.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { importantFirst } from './importance.ts'
import { MethodLines } from './method-lines.tsx'
import { fileWords, nextStepOf, outWords, summaryOf } from './policy.ts'
import { RangeKey } from './range-bar.tsx'
import { ReplacedValues } from './replaced-values.tsx'
import { ValuesTable } from './values-table.tsx'

const counselWords = {
  lab: copy.talkByLab,
  doctor: copy.talkByDoctor,
} as const

const counselWordsForDoctors = {
  lab: copy.talkByLabForDoctor,
  doctor: copy.talkByDoctorForDoctor,
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
        {result.takenAt ? (
          <span className="block">{fill(copy.sampleTaken, { day: longDay(result.takenAt) })}</span>
        ) : null}
        {outWords(partOf, result.releasedAt)}
      </p>
      {about ? <p className="max-w-words mt-2">{about}</p> : null}
      <div className="mt-3 space-y-3">
        {result.preliminary ? (
          <Banner tone="info" title={copy.resultPreliminary}>
            <p>{copy.resultPreliminarySays}</p>
          </Banner>
        ) : null}
        {correction ? (
          <Banner tone="info" title={result.addsOnly ? copy.resultAdded : copy.resultCorrected}>
            <p>
              {fill(result.addsOnly ? copy.resultAddedSays : copy.resultCorrectedSays, {
                reason: correction,
              })}
            </p>
            <ReplacedValues {...result} />
          </Banner>
        ) : result.replaces.length > 0 ? (
          <Banner tone="info" title={copy.earlierValues}>
            <ReplacedValues {...result} />
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
            <ValuesTable values={importantFirst(values)} caption={fill(copy.valuesOf, { test })} withTier />
            <RangeKey values={values} />
            {next ? (
              <p className="max-w-words">
                <b>{copy.nextStepTitle}</b> {next}
              </p>
            ) : null}
            <EachLine test={test} values={values} />
          </>
        ) : null}
        {attachment ? (
          <Attached attachment={attachment} isAll={values.length === 0}>
            {onSaveAttachment ? (
              <Button
                wide
                look={values.length === 0 ? 'primary' : 'secondary'}
                working={isFetching('attachment')}
                workingText={copy.downloadingPdf}
                onClick={() => save('attachment')}
              >
                {copy.downloadAttachment}
                <span className="sr-only">, {test}</span>
              </Button>
            ) : (
              <p>{copy.attachmentNotShared}</p>
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
            workingText={copy.downloadingPdf}
            onClick={() => save('report')}
          >
            {copy.downloadReport}
            <span className="sr-only">, {test}</span>
          </Button>
        ) : (
          <p>{copy.reportNotShared}</p>
        )}
        <p className="text-small text-muted">
          {fillNodes(copy.checkableByCode, {
            code: (
              <Link to={`/verify/${code}`} className="figures whitespace-nowrap">
                {code}
              </Link>
            ),
          })}
        </p>
      </div>
    </Card>
  )
}

/** What each line of a result is, and how it was measured. The only line of a result says what it is below its name. */
function EachLine({ test, values }: { test: string; values: readonly OwnValue[] }) {
  const described = values.length < 2 ? [] : values.filter(({ about }) => about)
  const isMeasured = values.some(({ method }) => method !== null)
  if (described.length === 0 && !isMeasured) return null
  return (
    <details className="group print:hidden">
      <summary className="text-indigo rounded-button -mx-3 flex min-h-12 w-fit cursor-pointer list-none items-center gap-2 px-3 font-semibold underline underline-offset-3">
        <ChevronDownIcon className="group-open:rotate-180" />
        <span>
          {described.length === 0 ? copy.howMeasured : copy.whatEachLineIs}
          <span className="sr-only">, {test}</span>
        </span>
      </summary>
      {described.length > 0 ? (
        <dl className="max-w-words mb-3 space-y-3">
          {described.map(({ position, name, about }) => (
            <div key={position}>
              <dt className="font-semibold">{name}</dt>
              <dd className="text-muted">{about}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <MethodLines values={values} />
    </details>
  )
}

type AttachedProps = { attachment: ReportAttachment; isAll: boolean; children: ReactNode }

/** The lab's own PDF: the whole result, or an addition to the values. */
function Attached({ attachment, isAll, children }: AttachedProps) {
  return (
    <div className="rounded-button bg-sand space-y-3 p-4">
      <div>
        <p className="font-semibold">{copy.attachmentTitle}</p>
        <p className="text-small text-muted">
          {fill(isAll ? copy.attachmentIsAll : copy.attachmentBeside, { size: fileWords(attachment) })}
        </p>
      </div>
      <div className="print:hidden">{children}</div>
    </div>
  )
}
