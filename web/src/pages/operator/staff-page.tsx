import type { StaffMember } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/staff.ts'
import { PasswordHost } from '../../features/accounts/password-host.tsx'
import { actsFor, givenLine, membershipLine, type StaffAct, typeWords } from '../../features/staff/policy.ts'
import { useStaff } from '../../features/staff/queries.ts'
import { plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'

const InviteDialog = lazy(async () => ({
  default: (await import('../../features/staff/invite-dialog.tsx')).InviteDialog,
}))

/** The staff members, for operators. */
export function StaffPage() {
  useTitle(copy.title)
  useDensity('compact')
  const cache = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [inviting, setInviting] = useState(false)

  function readAgain(): void {
    setInviting(false)
    void cache.invalidateQueries({ queryKey: ['staff'] })
    // The focused element may have been removed.
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <div className="page space-y-4 py-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {copy.title}
          </h1>
          <p className="text-muted">{copy.about}</p>
        </div>
        <Button look="primary" onClick={() => setInviting(true)}>
          {copy.invite}
        </Button>
      </div>
      <Everybody onDone={readAgain} />
      {inviting ? (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} onDone={readAgain} />
        </Suspense>
      ) : null}
      <PasswordHost says={copy.passwordFirst} />
    </div>
  )
}

function Everybody({ onDone }: { onDone: () => void }) {
  const [wanted, setWanted] = useState({ q: '', page: 1 })
  const staff = useStaff(wanted.q, wanted.page)
  const list = staff.data
  const again = () => void staff.refetch()
  return (
    <>
      <SearchForm
        id="staff-search"
        label={copy.search}
        q={wanted.q}
        onSearch={(q) => setWanted({ q, page: 1 })}
      />
      {list ? (
        <section aria-label={copy.title} className="space-y-4">
          <p aria-live="polite" className="text-muted">
            {plural(copy.people, list.pagination.totalRecords)}
          </p>
          {list.data.length > 0 ? (
            <StaffList staff={list.data} isTurning={staff.isPlaceholderData} onDone={onDone} />
          ) : (
            <EmptyState title={copy.noneFoundTitle}>{copy.noneFound}</EmptyState>
          )}
          <Pagination
            page={wanted.page}
            pages={list.pagination.totalPages}
            onPage={(page) => setWanted({ ...wanted, page })}
            working={staff.isPlaceholderData}
          />
        </section>
      ) : (
        <NotLoaded failure={staff.error} onRetry={again}>
          <StaffWaiting />
        </NotLoaded>
      )}
    </>
  )
}

const StaffActDialog = lazy(async () => ({
  default: (await import('../../features/staff/act-dialog.tsx')).StaffActDialog,
}))
const ChangeDialog = lazy(async () => ({
  default: (await import('../../features/staff/invite-dialog.tsx')).ChangeDialog,
}))

const box = 'rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border'

const stateWords = {
  invited: { words: copy.stateInvited, tone: 'info' },
  lapsed: { words: copy.stateLapsed, tone: 'warn' },
  revoked: { words: copy.stateRevoked, tone: 'warn' },
  active: { words: copy.stateActive, tone: 'ok' },
  suspended: { words: copy.stateSuspended, tone: 'error' },
  deleted: { words: copy.stateDeleted, tone: 'warn' },
} as const

const buttonWords: Readonly<Record<StaffAct | 'change', string>> = {
  renew: copy.renew,
  revoke: copy.revoke,
  suspend: copy.suspend,
  restore: copy.restore,
  reset: copy.reset,
  change: copy.changeDuties,
}

type ListProps = { staff: readonly StaffMember[]; isTurning: boolean; onDone: () => void }

/** The staff members and invited people, each with the operator's possible acts. */
function StaffList({ staff, isTurning, onDone }: ListProps) {
  return (
    <ul className={`${box} ${isTurning ? 'opacity-60' : ''}`}>
      {staff.map((person) => (
        <Person key={person.id} person={person} onDone={onDone} />
      ))}
    </ul>
  )
}

function Person({ person, onDone }: { person: StaffMember; onDone: () => void }) {
  const { words, tone } = stateWords[person.state]
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0">
        <h2 className="font-body text-body flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {person.name} <Tag tone={tone}>{words}</Tag>
        </h2>
        <p className="text-muted">
          {typeWords[person.type]} · <Breakable text={person.email} />
          {person.state === 'active' && !person.secondFactor ? ` · ${copy.noAuthenticatorApp}` : ''}
        </p>
        {person.membership ? <p className="text-muted">{membershipLine(person.membership)}</p> : null}
        {person.dutiesGiven ? <p className="text-small text-muted">{givenLine(person.dutiesGiven)}</p> : null}
      </div>
      <Acts person={person} onDone={onDone} />
    </li>
  )
}

function Acts({ person, onDone }: { person: StaffMember; onDone: () => void }) {
  const [chosen, setChosen] = useState<StaffAct | 'change' | null>(null)
  const isAtLab = person.membership !== null && person.state !== 'deleted'
  const acts = [...(isAtLab ? (['change'] as const) : []), ...actsFor(person)]
  const done = () => {
    setChosen(null)
    onDone()
  }
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {acts.map((act) => (
        <Button
          key={act}
          look={act === 'renew' || act === 'change' ? 'secondary' : 'quiet'}
          onClick={() => setChosen(act)}
        >
          {buttonWords[act]}
          <span className="sr-only">, {person.name}</span>
        </Button>
      ))}
      <Suspense>
        {chosen === 'change' ? (
          <ChangeDialog person={person} onClose={() => setChosen(null)} onDone={done} />
        ) : chosen ? (
          <StaffActDialog act={chosen} person={person} onClose={() => setChosen(null)} onDone={done} />
        ) : null}
      </Suspense>
    </div>
  )
}

/** Placeholder rows of the size of staff members. */
function StaffWaiting() {
  return (
    <SkeletonRows count={4} className={box} row="space-y-2 px-4 py-4" lines={['h-5 w-2/5', 'h-5 w-3/5']} />
  )
}
