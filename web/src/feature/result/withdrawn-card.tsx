import { formatPhone, type WithdrawnResult, withdrawalWords } from '@labalaba/contract'
import { longDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'

type CardProps = {
  result: WithdrawnResult
  lab: string
  labPhone: string
  /** The reader is not the patient, so what the lab does for the patient is left out. */
  isShared?: boolean
}

/** A result that the lab has withdrawn, in the place of the result. */
export function WithdrawnCard({ result, lab, labPhone, isShared = false }: CardProps) {
  const { id, test, partOf, releasedAt, withdrawnAt, because } = result
  return (
    <Card as="section" labelledBy={`result-${id}`} edge>
      <h2 id={`result-${id}`}>{test}</h2>
      <p className="text-muted">
        {partOf ? `Part of ${partOf} · ` : ''}Results out {longDay(releasedAt)}
      </p>
      <div className="mt-3">
        <Banner tone="error" title={`Withdrawn on ${longDay(withdrawnAt)}`}>
          <p>
            {lab} has taken this result back. The lab says why: {withdrawalWords[because]}
          </p>
          <p>
            Do not rely on it any more, nor on a PDF of it
            {isShared ? '' : ', and tell everybody to whom you gave it'}.
          </p>
          <p>
            {isShared
              ? 'Where the lab releases a new one, it stands here.'
              : 'The lab will give a new result here, or tell you what is needed for one. Call them: '}
            {isShared ? null : (
              <a href={`tel:+${labPhone}`} className="figures whitespace-nowrap">
                {formatPhone(labPhone)}
              </a>
            )}
          </p>
        </Banner>
      </div>
    </Card>
  )
}
