import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PasswordHost } from '../../feature/account/password-host.tsx'
import { type Queue, useLicences } from '../../feature/licence/queries.ts'
import { LicencesWaiting, ReviewList } from '../../feature/licence/review-list.tsx'
import { counted } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import { useDensity } from '../../ui/density.ts'
import { Pagination } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { EmptyState, Waiting } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'

/** The practising licences of doctors, for operators. */
export function LicencesPage() {
  useTitle('Licences')
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
          Licences
        </h1>
        <p className="text-muted">
          Doctors earn and ask patients for consent once their licence is accepted.
        </p>
      </div>
      <Tabs
        name="Licences"
        tabs={[
          { id: 'waiting', words: 'Waiting', content: <Licences queue="waiting" onDone={readAgain} /> },
          { id: 'in_force', words: 'In force', content: <Licences queue="in_force" onDone={readAgain} /> },
          { id: 'ended', words: 'Ended', content: <Licences queue="ended" onDone={readAgain} /> },
        ]}
      />
      <PasswordHost says="Licences are private, and your decision counts. Your password shows that it is you." />
    </div>
  )
}

const empty: Readonly<Record<Queue, readonly [title: string, says: string]>> = {
  waiting: ['No licence waits', 'When a doctor sends one, it stands here, and you get a mail.'],
  in_force: ['No doctor is verified yet', 'Licences that you accept stand here.'],
  ended: ['Nothing here yet', 'Licences that were refused, replaced or have expired stand here.'],
}

const names: Readonly<Record<Queue, string>> = {
  waiting: 'Licences that wait',
  in_force: 'Licences in force',
  ended: 'Licences that ended',
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
        {counted(list.pagination.totalRecords, 'licence')}
        {queue === 'waiting' ? ', oldest first' : ', newest decision first'}
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
