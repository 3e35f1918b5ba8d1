import { mostPeople, type Person } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import family from '../../components/art/family.svg'
import { Button } from '../../components/button.tsx'
import { EmptyState, NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/people.ts'
import { PersonCard } from '../../features/people/person-card.tsx'
import { useFreshPeople, usePeople } from '../../features/people/queries.ts'
import { fill, plural } from '../../lib/fill.ts'
import { useTitle } from '../../lib/hooks.ts'
import { toast } from '../../lib/toast.ts'

const PersonDialog = lazy(async () => ({
  default: (await import('../../features/people/person-dialog.tsx')).PersonDialog,
}))
const RemoveDialog = lazy(async () => ({
  default: (await import('../../features/people/remove-dialog.tsx')).RemoveDialog,
}))

type Open = { readonly what: 'add' } | { readonly what: 'change' | 'remove'; readonly person: Person } | null

/** The people whom a patient books for, apart from the patient. */
export function PeoplePage() {
  useTitle(copy.peopleTitle)
  const asked = usePeople()
  const refresh = useFreshPeople()
  const [open, setOpen] = useState<Open>(null)
  const people = asked.data?.data
  const close = () => setOpen(null)
  const done = (words: string) => {
    close()
    toast.success(words)
    void refresh()
  }
  return (
    <div className="page grow py-6 md:py-8">
      <h1>{copy.peopleTitle}</h1>
      <p className="text-muted max-w-words mt-1 mb-6">
        {people && people.length > 0 ? plural(copy.peopleSome, people.length) : copy.peopleNone}
      </p>
      {people ? (
        <PeopleList people={people} onOpen={setOpen} />
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Waiting onRetry={() => void asked.refetch()}>
          <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            <Skeleton className="h-52 w-full" />
            <Skeleton className="h-52 w-full" />
          </div>
        </Waiting>
      )}
      <Suspense>
        {open?.what === 'add' || open?.what === 'change' ? (
          <PersonDialog
            person={open.what === 'change' ? open.person : null}
            onSaved={({ name }) => done(open.what === 'change' ? copy.saved : fill(copy.added, { name }))}
            onClose={close}
          />
        ) : open ? (
          <RemoveDialog person={open.person} onRemoved={() => done(copy.removed)} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  )
}

function PeopleList({ people, onOpen }: { people: readonly Person[]; onOpen: (open: Open) => void }) {
  const add = () => onOpen({ what: 'add' })
  if (people.length === 0)
    return (
      <EmptyState
        title={copy.emptyTitle}
        picture={family}
        action={
          <Button look="primary" wide onClick={add}>
            {copy.addTitle}
          </Button>
        }
      >
        {copy.emptyText}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-3">
        {people.map((person) => (
          <PersonCard
            key={person.id}
            person={person}
            onChange={() => onOpen({ what: 'change', person })}
            onRemove={() => onOpen({ what: 'remove', person })}
          />
        ))}
      </ul>
      <div className="mt-6">
        {people.length < mostPeople ? (
          <Button look="primary" wide onClick={add}>
            {copy.addTitle}
          </Button>
        ) : (
          <p className="text-muted">{fill(copy.peopleFull, { count: mostPeople })}</p>
        )}
      </div>
    </>
  )
}
