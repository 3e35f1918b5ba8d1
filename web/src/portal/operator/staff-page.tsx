import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { PasswordHost } from '../../feature/account/password-host.tsx'
import { useStaff } from '../../feature/staff/queries.ts'
import { StaffList, StaffWaiting } from '../../feature/staff/staff-list.tsx'
import { counted } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { useDensity } from '../../ui/density.ts'
import { Pagination } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { EmptyState, Waiting } from '../../ui/states.tsx'

const InviteDialog = lazy(async () => ({
  default: (await import('../../feature/staff/invite-dialog.tsx')).InviteDialog,
}))

/** The staff members, for operators. */
export function StaffPage() {
  useTitle('Staff')
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
            Staff
          </h1>
          <p className="text-muted">Operators, lab staff and phlebotomists. They come by invitation only.</p>
        </div>
        <Button look="primary" onClick={() => setInviting(true)}>
          Invite somebody
        </Button>
      </div>
      <Everybody onDone={readAgain} />
      {inviting ? (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} onDone={readAgain} />
        </Suspense>
      ) : null}
      <PasswordHost says="You change who may work here. Your password shows that it is you." />
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
        label="Find by name or email"
        q={wanted.q}
        onSearch={(q) => setWanted({ q, page: 1 })}
      />
      {list ? (
        <section aria-label="Staff" className="space-y-4">
          <p aria-live="polite" className="text-muted">
            {counted(list.pagination.totalRecords, 'person', 'people')}
          </p>
          {list.data.length > 0 ? (
            <StaffList staff={list.data} isTurning={staff.isPlaceholderData} onDone={onDone} />
          ) : (
            <EmptyState title="Nobody of that name">Try another name, or part of an email.</EmptyState>
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
