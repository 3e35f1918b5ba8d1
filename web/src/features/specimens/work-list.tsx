import { type WorklistItem, type WorkStage, workStages } from '@labalaba/contract'
import { Breakable } from '../../components/breakable.tsx'
import { Tag } from '../../components/card.tsx'
import { Chip, ChipRow } from '../../components/choices.tsx'
import { Link } from '../../components/link.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { urgentTag } from '../../copy/clinical-request.ts'
import * as copy from '../../copy/specimens.ts'
import { fill, plural } from '../../lib/fill.ts'
import { useNow } from '../../lib/now.ts'
import {
  comingWords,
  handoverWords,
  personWords,
  resultsWords,
  samplesWords,
  stageWords,
  whenWords,
} from './policy.ts'

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)]'

type ListProps = {
  work: readonly WorklistItem[]
  /** Several locations are listed, so each row names its own. */
  showPlace: boolean
  /** A search covers every stage, so each row names its own. */
  showStage: boolean
  isTurning: boolean
}

/** The orders of a lab, each a link to its page. Arrows, j and k move between them. */
export function WorkList({ work, showPlace, showStage, isTurning }: ListProps) {
  const now = useNow()
  return (
    <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      {work.map((one) => (
        <Row key={one.reference} work={one} showPlace={showPlace} showStage={showStage} now={now} />
      ))}
    </ul>
  )
}

type RowProps = Pick<ListProps, 'showPlace' | 'showStage'> & { work: WorklistItem; now: Date }

function Row({ work, showPlace, showStage, now }: RowProps) {
  const stage = work.stage ? stageWords[work.stage] : null
  const handover = work.handover ? handoverWords[work.handover] : null
  const waits = resultsWords(work)
  const since = work.stage === 'to_come' ? '' : fill(copy.workSince, { when: whenWords(work.since, now) })
  return (
    <li>
      <Link
        to={`/portal/lab/orders/${encodeURIComponent(work.reference)}`}
        data-work={work.reference}
        className={`ring-within text-ink hover:bg-sand min-h-row no-underline ${columns}`}
      >
        <span className="col-start-1 row-start-1 min-w-0 lg:col-auto lg:row-auto">
          <span className="block font-semibold wrap-anywhere lg:truncate">{work.patientName}</span>
          <span className="text-muted block wrap-anywhere lg:truncate">
            {personWords(work.gender, work.bornOn, now)}
          </span>
        </span>
        <span className="text-muted figures order-last col-span-2 min-w-0 lg:order-none lg:col-span-1">
          <span className="lg:block lg:truncate">
            <Breakable text={work.reference} />
          </span>
          {showPlace ? <span className="block wrap-anywhere lg:truncate">{work.location}</span> : null}
        </span>
        <span className="order-last col-span-2 min-w-0 lg:order-none lg:col-span-1">
          <span
            className={`block wrap-anywhere lg:truncate ${work.checkedInAt && work.stage === 'to_come' ? 'text-leaf font-semibold' : ''}`}
          >
            {comingWords(work, now)}
          </span>
          {since ? <span className="text-muted block wrap-anywhere lg:truncate">{since}</span> : null}
        </span>
        <span className="col-start-2 row-start-1 flex flex-col items-end gap-1 text-right lg:col-auto lg:row-auto">
          {work.unverifiedCritical ? (
            <Tag tone={work.unverifiedCritical === 'immediate' ? 'error' : 'warn'}>
              {copy.criticalNotVerified}
            </Tag>
          ) : null}
          {work.isUrgent ? <Tag tone="warn">{urgentTag}</Tag> : null}
          {showStage ? <Tag tone={stage?.tone ?? 'plain'}>{stage?.title ?? copy.workCancelled}</Tag> : null}
          {waits ? <span className="font-semibold">{waits}</span> : null}
          <span className="text-muted">{samplesWords(work) || plural(copy.tests, work.testCount)}</span>
          {handover ? (
            <span className={handover.isTrouble ? 'text-error font-semibold' : 'text-muted'}>
              {handover.words}
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  )
}

/** Placeholder rows of the size of orders. */
export function WorkWaiting() {
  return (
    <SkeletonRows count={6} className={box} row="space-y-1 px-4 py-2" lines={['h-5 w-2/5', 'h-5 w-3/5']} />
  )
}

type StageChipsProps = {
  /** Null while a search covers every stage. */
  stage: WorkStage | null
  counts: Partial<Record<WorkStage, number>>
  onStage: (stage: WorkStage) => void
}

/** The stages of a lab's work, each with its number of orders. */
export function StageChips({ stage, counts, onStage }: StageChipsProps) {
  return (
    <ChipRow label={copy.stageLabel}>
      {workStages.map((one) => (
        <Chip key={one} pressed={one === stage} onPressed={() => onStage(one)}>
          {stageWords[one].title}
          <span className="figures text-muted min-w-[2ch] font-normal">{counts[one]}</span>
        </Chip>
      ))}
    </ChipRow>
  )
}
