import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Pagination } from '../../components/navigation.tsx'
import { SearchForm } from '../../components/search-form.tsx'
import { EmptyState, NoAnswer, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/staff.ts'
import { PasswordHost } from '../../features/accounts/password-host.tsx'
import { useStaff } from '../../features/staff/queries.ts'
import { StaffList, StaffWaiting } from '../../features/staff/staff-list.tsx'
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
      ) : staff.isError ? (
        <NoAnswer failure={staff.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <StaffWaiting />
        </Waiting>
      )}
    </>
  )
}
