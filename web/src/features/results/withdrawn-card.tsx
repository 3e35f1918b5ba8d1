import { formatPhone, type WithdrawnResult, withdrawalWords } from '@labalaba/contract'
import { Banner } from '../../components/banner.tsx'
import { Card } from '../../components/card.tsx'
import * as copy from '../../copy/results.ts'
import { fill, fillNodes } from '../../lib/fill.ts'
import { longDay } from '../../lib/format.ts'
import { outWords } from './policy.ts'

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
              : fillNodes(copy.withdrawnNew, {
                  phone: (
                    <a href={`tel:+${labPhone}`} className="figures whitespace-nowrap">
                      {formatPhone(labPhone)}
                    </a>
                  ),
                })}
          </p>
        </Banner>
      </div>
    </Card>
  )
}
