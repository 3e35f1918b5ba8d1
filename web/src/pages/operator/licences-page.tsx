import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Pagination } from '../../components/navigation.tsx'
import { EmptyState, NoAnswer, Waiting } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import * as copy from '../../copy/licences.ts'
import { PasswordHost } from '../../features/accounts/password-host.tsx'
import { type Queue, useLicences } from '../../features/licences/queries.ts'
import { LicencesWaiting, ReviewList } from '../../features/licences/review-list.tsx'
import { plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'

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
  const asked = useLicences(queue, page)
  const list = asked.data
  const again = () => void asked.refetch()
  if (!list)
    return asked.isError ? (
      <NoAnswer failure={asked.error} onRetry={again} />
    ) : (
      <Waiting onRetry={again}>
        <LicencesWaiting />
      </Waiting>
    )
  const [title, says] = empty[queue]
  if (list.data.length === 0 && page === 1) return <EmptyState title={title}>{says}</EmptyState>
  return (
    <section aria-label={names[queue]} className="space-y-4">
      <p aria-live="polite" className="text-muted">
        {plural(queue === 'waiting' ? copy.countWaiting : copy.countDecided, list.pagination.totalRecords)}
      </p>
      <ReviewList licences={list.data} isTurning={asked.isPlaceholderData} onDone={onDone} />
      <Pagination
        page={page}
        pages={list.pagination.totalPages}
        onPage={setPage}
        working={asked.isPlaceholderData}
      />
    </section>
  )
}
