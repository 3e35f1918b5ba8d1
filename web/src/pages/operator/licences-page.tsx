import { formatPhone, type LicenceAct, type ReviewedLicence, readLicencePdf } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import * as copy from '../../copy/licences.ts'
import { PasswordHost } from '../../features/accounts/password-host.tsx'
import { actsFor } from '../../features/licences/policy.ts'
import { type Queue, useLicences } from '../../features/licences/queries.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'
import { passwordFirst } from '../../lib/password-first.ts'
import { saveFile } from '../../lib/save-file.ts'

/** The practising licences of doctors, for operators. */
export function LicencesPage() {
  useTitle(copy.licences)
  useDensity('compact')
  const cache = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)

  function readAgain(): void {
    void cache.invalidateQueries({ queryKey: ['licences'] })
    // The focused element may have been removed with its licence.
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <div className="page space-y-4 py-6">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {copy.licences}
        </h1>
        <p className="text-muted">{copy.licencesIntro}</p>
      </div>
      <Tabs
        name={copy.licences}
        tabs={[
          { id: 'waiting', words: copy.tabWaiting, content: <Licences queue="waiting" onDone={readAgain} /> },
          {
            id: 'in_force',
            words: copy.tabInForce,
            content: <Licences queue="in_force" onDone={readAgain} />,
          },
          { id: 'ended', words: copy.tabEnded, content: <Licences queue="ended" onDone={readAgain} /> },
        ]}
      />
      <PasswordHost says={copy.passwordWhy} />
    </div>
  )
}

const empty: Readonly<Record<Queue, readonly [title: string, says: string]>> = {
  waiting: [copy.noneWaiting, copy.noneWaitingMore],
  in_force: [copy.noneInForce, copy.noneInForceMore],
  ended: [copy.noneEnded, copy.noneEndedMore],
}

const names: Readonly<Record<Queue, string>> = {
  waiting: copy.listWaiting,
  in_force: copy.listInForce,
  ended: copy.listEnded,
}

function Licences({ queue, onDone }: { queue: Queue; onDone: () => void }) {
  const [page, setPage] = useState(1)
  const query = useLicences(queue, page)
  const list = query.data
  const again = () => void query.refetch()
  if (!list)
    return (
      <NotLoaded failure={query.error} onRetry={again}>
        <LicencesWaiting />
      </NotLoaded>
    )
  const [title, says] = empty[queue]
  if (list.data.length === 0 && page === 1) return <EmptyState title={title}>{says}</EmptyState>
  return (
    <section aria-label={names[queue]} className="space-y-4">
      <p aria-live="polite" className="text-muted">
        {plural(queue === 'waiting' ? copy.countWaiting : copy.countDecided, list.pagination.totalRecords)}
      </p>
      <ReviewList licences={list.data} isTurning={query.isPlaceholderData} onDone={onDone} />
      <Pagination
        page={page}
        pages={list.pagination.totalPages}
        onPage={setPage}
        working={query.isPlaceholderData}
      />
    </section>
  )
}

const DecideDialog = lazy(async () => ({
  default: (await import('../../features/licences/review-dialogs.tsx')).DecideDialog,
}))
const DocumentDialog = lazy(async () => ({
  default: (await import('../../features/licences/review-dialogs.tsx')).DocumentDialog,
}))

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'

const stateWords = {
  submitted: { words: copy.tabWaiting, tone: 'info' },
  asked: { words: copy.stateAsked, tone: 'warn' },
  accepted: { words: copy.stateAccepted, tone: 'ok' },
  suspended: { words: copy.stateSuspended, tone: 'error' },
  refused: { words: copy.stateRefused, tone: 'error' },
  expired: { words: copy.stateExpired, tone: 'warn' },
  replaced: { words: copy.stateReplaced, tone: 'info' },
  withdrawn: { words: copy.stateWithdrawn, tone: 'warn' },
} as const

const buttonWords: Readonly<Record<LicenceAct, string>> = {
  accept: copy.accept,
  ask: copy.ask,
  refuse: copy.refuse,
  suspend: copy.suspend,
  restore: copy.restoreShort,
}

type ListProps = { licences: readonly ReviewedLicence[]; isTurning: boolean; onDone: () => void }

/** Licences of doctors, each with its document and the operator's possible acts. */
function ReviewList({ licences, isTurning, onDone }: ListProps) {
  return (
    <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      {licences.map((licence) => (
        <Review key={licence.id} licence={licence} onDone={onDone} />
      ))}
    </ul>
  )
}

function Review({ licence, onDone }: { licence: ReviewedLicence; onDone: () => void }) {
  const { doctor, folioNumber, year, state, note, submittedAt, decidedAt, folioTaken } = licence
  const { words, tone } = stateWords[state]
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0">
        <h2 className="font-body text-body flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {doctor.name} <Tag tone={tone}>{words}</Tag>
          {folioTaken ? <Tag tone="error">{copy.folioInUse}</Tag> : null}
        </h2>
        <p>
          {folioNumber}, {year}
        </p>
        <p className="text-muted">
          <Breakable text={doctor.email} /> · {formatPhone(doctor.phone)}
        </p>
        <p className="text-small text-muted">
          {decidedAt
            ? fill(copy.sentAndDecided, { sent: dayAndTime(submittedAt), decided: dayAndTime(decidedAt) })
            : fill(copy.sentAt, { sent: dayAndTime(submittedAt) })}
        </p>
        {note ? <p className="text-small">“{note}”</p> : null}
      </div>
      <Acts licence={licence} onDone={onDone} />
    </li>
  )
}

function Acts({ licence, onDone }: { licence: ReviewedLicence; onDone: () => void }) {
  const [chosen, setChosen] = useState<LicenceAct | 'look' | null>(null)
  const saving = useAct()
  const close = () => setChosen(null)
  const whose = <span className="sr-only">, {licence.doctor.name}</span>
  const open = () =>
    licence.document === 'image/jpeg'
      ? setChosen('look')
      : saving.run(() => passwordFirst(() => saveFile(readLicencePdf, { id: licence.id })))
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2 lg:justify-end">
        {licence.document ? (
          <Button onClick={open} working={saving.working} workingText={copy.documentLoading}>
            {licence.document === 'image/jpeg' ? copy.seePhoto : copy.savePdf}
            {whose}
          </Button>
        ) : null}
        {actsFor(licence).map((act) => (
          <Button key={act} look={act === 'accept' ? 'primary' : 'quiet'} onClick={() => setChosen(act)}>
            {buttonWords[act]}
            {whose}
          </Button>
        ))}
      </div>
      <NotDone failure={saving.failure} title={copy.pdfNotSaved} />
      <Suspense>
        {chosen === 'look' ? (
          <DocumentDialog licence={licence} onClose={close} />
        ) : chosen ? (
          <DecideDialog
            act={chosen}
            licence={licence}
            onClose={close}
            onDone={() => {
              close()
              onDone()
            }}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

/** Placeholder rows of the size of licences. */
function LicencesWaiting() {
  return (
    <SkeletonRows
      count={3}
      className={box}
      row="space-y-2 px-4 py-4"
      lines={['h-5 w-2/5', 'h-5 w-3/5', 'h-5 w-1/2']}
    />
  )
}
