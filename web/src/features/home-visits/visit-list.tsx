import type { ListedVisit } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import * as copy from '../../copy/home-visits.ts'
import { shortDay } from '../../lib/format.ts'
import { PhotoButtons } from './photo/photo-list.tsx'
import { reasonWords, stateWords } from './policy.ts'
import { visitWhen } from './round-list.tsx'

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'

type ListProps = {
  visits: readonly ListedVisit[]
  isTurning: boolean
  onDone: () => void
  /** Opens the choice of another time for a visit. */
  onMove: (visit: ListedVisit) => void
}

/** Home visits, those without a phlebotomist first, each with a button to assign it. */
export function VisitList({ visits, isTurning, onDone, onMove }: ListProps) {
  const [assigning, setAssigning] = useState<ListedVisit | null>(null)
  return (
    <>
      <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
        {visits.map((visit) => (
          <Row
            key={visit.id}
            visit={visit}
            onAssign={() => setAssigning(visit)}
            onMove={() => onMove(visit)}
          />
        ))}
      </ul>
      {assigning ? (
        <Suspense>
          <AssignDialog
            visit={assigning}
            onClose={() => setAssigning(null)}
            onDone={() => {
              setAssigning(null)
              onDone()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

type RowProps = { visit: ListedVisit; onAssign: () => void; onMove: () => void }

function Row({ visit, onAssign, onMove }: RowProps) {
  const { words, tone } = stateWords[visit.state]
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[9rem_minmax(0,1fr)_minmax(0,11rem)_auto] lg:items-center">
      <p className="font-semibold tabular-nums">
        {shortDay(visit.day)}
        <span className="max-lg:before:content-[',_'] lg:block">{visitWhen(visit.time)}</span>
      </p>
      <div className="min-w-0">
        <h3 className="font-body text-body flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {visit.patientName} <Tag tone={tone}>{words}</Tag>
          {visit.isOverdue ? <Tag tone="error">{copy.visitOverdue}</Tag> : null}
          {visit.isLocked ? <Tag tone="error">{copy.visitLocked}</Tag> : null}
        </h3>
        <p className="text-muted">
          {visit.area}, {visit.areaState} · {visit.lab}, {visit.location} ·{' '}
          <span className="whitespace-nowrap">{visit.order}</span>
        </p>
        {visit.missedReason ? <p className="text-muted">{reasonWords[visit.missedReason]}</p> : null}
        <PhotoButtons photos={visit.photos} small />
      </div>
      <p className={visit.phlebotomist ? '' : 'text-muted'}>
        {visit.phlebotomist?.name ?? copy.visitUnassigned}
      </p>
      <div className="flex flex-wrap gap-x-2 lg:w-42 lg:flex-col lg:items-end">
        {visit.canMove ? (
          <Button look={visit.state === 'missed' || visit.isOverdue ? 'secondary' : 'quiet'} onClick={onMove}>
            {copy.anotherTime}
            <span className="sr-only">, {visit.patientName}</span>
          </Button>
        ) : null}
        {visit.canAssign ? (
          <Button look={visit.state === 'requested' ? 'secondary' : 'quiet'} onClick={onAssign}>
            {visit.state === 'requested' ? copy.assign : copy.assignChange}
            <span className="sr-only">, {visit.patientName}</span>
          </Button>
        ) : null}
      </div>
    </li>
  )
}

/** Placeholder rows of the size of visits. */
export function VisitsWaiting() {
  return (
    <SkeletonRows count={4} className={box} row="space-y-2 px-4 py-4" lines={['h-5 w-2/5', 'h-5 w-3/5']} />
  )
}
