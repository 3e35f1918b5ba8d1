import type { InboxItem, WaitingTalk } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import padlock from '../../components/art/padlock.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { CheckCircleIcon, InfoIcon, RefreshIcon, WarningIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as talkCopy from '../../copy/counselling.ts'
import * as copy from '../../copy/inbox.ts'
import { useWaitingTalks } from '../../features/counselling/queries.ts'
import { useInbox } from '../../features/inbox/queries.ts'
import { LicenceNotice } from '../../features/licences/licence-notice.tsx'
import { fill, plural } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { needsPassword } from '../../lib/password-first.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

const PasswordAgain = lazy(async () => ({
  default: (await import('../../features/accounts/password-again.tsx')).PasswordAgain,
}))

const NeedsActionList = lazy(async () => ({
  default: (await import('../../features/break-glass/needs-action-list.tsx')).NeedsActionList,
}))

function DoctorsInbox() {
  useTitle(copy.inboxTitle)
  const inbox = useInbox()
  const talks = useWaitingTalks()
  const [closed, setClosed] = useState(false)
  const isLocked = needsPassword(inbox.error)
  const again = () => void inbox.refetch()
  const items = isLocked || talks.isPending ? undefined : inbox.data?.pages.flatMap(({ data }) => data.items)
  const toHave = talks.data?.data ?? []
  const urgent = inbox.data?.pages[0]?.data.needsAction ?? []
  return (
    <div className="page grow space-y-6 py-4 md:py-8">
      <DoctorSwitch />
      <div>
        <h1>{copy.inboxTitle}</h1>
        <p className="text-muted mt-1">{copy.inboxSays}</p>
      </div>
      <LicenceNotice />
      {items && urgent.length > 0 ? (
        <Suspense>
          <NeedsActionList orders={urgent} />
        </Suspense>
      ) : null}
      {items ? <WaitingTalks talks={toHave} /> : null}
      {items && items.length > 0 ? (
        <>
          <InboxList items={items} />
          {inbox.hasNextPage ? (
            <Button
              wide
              working={inbox.isFetchingNextPage}
              workingText={copy.loadingMore}
              onClick={() => void inbox.fetchNextPage()}
            >
              {copy.showMore}
            </Button>
          ) : null}
        </>
      ) : items ? (
        urgent.length > 0 ? null : (
          <NoResults isBelowTalks={toHave.length > 0} />
        )
      ) : isLocked ? (
        <EmptyState
          title={copy.lockedTitle}
          picture={padlock}
          action={
            <Button look="primary" wide onClick={() => setClosed(false)}>
              {copy.givePassword}
            </Button>
          }
        >
          {copy.lockedSays}
        </EmptyState>
      ) : (
        <NotLoaded failure={inbox.error} onRetry={again}>
          <InboxWaiting />
        </NotLoaded>
      )}
      <Suspense>
        {isLocked && !closed ? <PasswordAgain onGiven={again} onClose={() => setClosed(true)} /> : null}
      </Suspense>
    </div>
  )
}

/** The empty inbox: without a picture if there is other work above it. */
function NoResults({ isBelowTalks }: { isBelowTalks: boolean }) {
  const when = copy.emptySays
  if (isBelowTalks)
    return (
      <section aria-labelledby="no-results">
        <h2 id="no-results" className="heading-small">
          {copy.emptyTitle}
        </h2>
        <p className="text-muted mt-1">{when}</p>
      </section>
    )
  return (
    <EmptyState
      title={copy.emptyTitle}
      action={
        <LinkButton look="primary" wide to="/portal/doctor/patients">
          {copy.seePatients}
        </LinkButton>
      }
    >
      {when}
    </EmptyState>
  )
}

/** The results that wait for a doctor; other accounts get the not-found page. */
export function InboxPage() {
  return useProfile()?.type === 'doctor' ? <DoctorsInbox /> : <NotForThem />
}

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'
const row =
  'grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:px-6'

/** The results that wait for a doctor, each a link to its page. */
function InboxList({ items }: { items: readonly InboxItem[] }) {
  return (
    <ul className={box}>
      {items.map((item) => (
        <Row key={item.reference} item={item} />
      ))}
    </ul>
  )
}

function Row({ item }: { item: InboxItem }) {
  const { reference, patientName, lab, tests, withdrawn, keptPrivate, unread, releasedAt } = item
  return (
    <li>
      <Link
        to={`/orders/${encodeURIComponent(reference)}/results`}
        className={`ring-within text-ink hover:bg-sand no-underline ${row}`}
      >
        <span className="min-w-0">
          <span className={`block wrap-anywhere ${unread ? 'font-bold' : 'font-semibold'}`}>
            {patientName}
          </span>
          {tests.length > 0 ? <span className="block wrap-anywhere">{tests.join(', ')}</span> : null}
          {withdrawn.length > 0 ? (
            <span className="block wrap-anywhere">
              {fill(copy.takenBackTests, { tests: withdrawn.join(', ') })}
            </span>
          ) : null}
          <span className="text-small text-muted block">
            {lab} · {dayAndTime(releasedAt)}
            {keptPrivate > 0 ? ` · ${plural(copy.testsKeptPrivate, keptPrivate)}` : ''}
          </span>
        </span>
        <span className="flex flex-wrap gap-2 md:justify-end">
          <Marks item={item} />
        </span>
      </Link>
    </li>
  )
}

/** The marks of a result for its doctor, each with an icon. */
function Marks({ item: { critical, takenBack, corrected, unread, acknowledged } }: { item: InboxItem }) {
  return (
    <>
      {critical ? (
        <Tag tone="warn" icon={<WarningIcon size={16} />}>
          {copy.critical}
        </Tag>
      ) : null}
      {takenBack ? (
        <Tag tone="warn" icon={<RefreshIcon size={16} />}>
          {copy.takenBack}
        </Tag>
      ) : null}
      {corrected ? (
        <Tag tone="info" icon={<RefreshIcon size={16} />}>
          {copy.corrected}
        </Tag>
      ) : unread ? (
        <Tag tone="info" icon={<InfoIcon size={16} />}>
          {copy.unread}
        </Tag>
      ) : null}
      {acknowledged ? (
        <Tag tone="ok" icon={<CheckCircleIcon size={16} />}>
          {copy.acknowledged}
        </Tag>
      ) : null}
    </>
  )
}

/** Placeholder rows of the size of results. */
function InboxWaiting() {
  return (
    <SkeletonRows
      count={4}
      className={box}
      row="space-y-1 px-4 py-3 md:px-6"
      lines={['h-6 w-2/5', 'h-6 w-4/5', 'h-5 w-3/5']}
    />
  )
}

/** Above a doctor's inbox: orders that wait for their note of a talk. Nothing if there are none. */
function WaitingTalks({ talks }: { talks: readonly WaitingTalk[] }) {
  if (talks.length === 0) return null
  return (
    <section aria-labelledby="waiting-talks">
      <h2 id="waiting-talks" className="heading-small">
        {talkCopy.waitingTalksTitle}
      </h2>
      <p className="text-muted mt-1 mb-3">{talkCopy.waitingTalks}</p>
      <ul className="rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border">
        {talks.map(({ reference, patientName, lab, tests }) => (
          <li key={reference}>
            <Link
              to={`/orders/${encodeURIComponent(reference)}#talk`}
              className="ring-within text-ink hover:bg-sand block px-4 py-3 no-underline md:px-6"
            >
              <span className="block font-semibold wrap-anywhere">{patientName}</span>
              <span className="block wrap-anywhere">{tests.join(', ')}</span>
              <span className="text-small text-muted block">{lab}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
