import type { OwnResult } from '@labalaba/contract'
import { useAct } from '../../lib/act.ts'
import { longDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { NotDone } from '../../ui/not-done.tsx'
import { summaryOf } from './rules.ts'
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
  /** Read by the patient's doctor, and not by the patient. */
  isDoctors?: boolean
  /** Fetches the PDF; null where it is not for the reader. */
  onSave: (() => Promise<void>) | null
  /** True where it asks for the password, and then does it again. */
  onRefused?: (failure: unknown, again: () => void) => boolean
}

/** A result as whoever may read it reads it: its values, what was corrected, and its PDF. */
export function ResultCard({ result, isDoctors = false, onSave, onRefused = () => false }: CardProps) {
  const saving = useAct()
  const { id, test, partOf, values, correction, counselledBy, code } = result

  function save(): void {
    saving.run(async () => {
      try {
        await onSave?.()
      } catch (failure) {
        if (!onRefused(failure, save)) throw failure
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
            <p>{(isDoctors ? counselWordsForDoctors : counselWords)[counselledBy]}</p>
          </Banner>
        ) : null}
        <p className="font-semibold">{summaryOf(values)}</p>
        <ValuesTable values={values} caption={`Values of ${test}`} />
      </div>
      <div className="mt-5 space-y-3 print:hidden">
        <NotDone failure={saving.failure} />
        {onSave ? (
          <Button wide working={saving.working} workingText="Fetching the PDF" onClick={save}>
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
