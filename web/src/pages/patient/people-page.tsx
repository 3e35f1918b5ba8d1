import { ageOn, lagosDate, mostPeople, type Person } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import family from '../../components/art/family.svg'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/people.ts'
import * as shared from '../../copy/shared.ts'
import { useFreshPeople, usePeople } from '../../features/people/queries.ts'
import { fill, plural } from '../../lib/fill.ts'
import { phoneShown, plainDay } from '../../lib/format.ts'
import { useTitle } from '../../lib/hooks.ts'
import { relationshipWords } from '../../lib/relationships.ts'
import { toast } from '../../lib/toast.ts'

const PersonDialog = lazy(async () => ({
  default: (await import('../../features/people/person-dialog.tsx')).PersonDialog,
}))
const RemoveDialog = lazy(async () => ({
  default: (await import('../../features/people/person-dialog.tsx')).RemoveDialog,
}))

type Open = { readonly what: 'add' } | { readonly what: 'change' | 'remove'; readonly person: Person } | null

/** The people whom a patient books for, apart from the patient. */
export function PeoplePage() {
  useTitle(copy.peopleTitle)
  const query = usePeople()
  const refresh = useFreshPeople()
  const [open, setOpen] = useState<Open>(null)
  const people = query.data?.data
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
      ) : (
        <NotLoaded failure={query.error} onRetry={() => void query.refetch()}>
          <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            <Skeleton className="h-52 w-full" />
            <Skeleton className="h-52 w-full" />
          </div>
        </NotLoaded>
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

type PersonCardProps = { person: Person; onChange: () => void; onRemove: () => void }

/** One person whom the account books for, with the possible acts. */
function PersonCard({ person, onChange, onRemove }: PersonCardProps) {
  const { name, gender, dob, relationship, email, phone } = person
  return (
    <li className="rounded-card border-hair bg-card shadow-soft flex flex-col border p-4 md:p-6">
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className="drop bg-marigold font-head grid size-11 shrink-0 place-items-center text-[1.125rem] font-semibold"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
        <div className="min-w-0">
          <h2 className="heading-small wrap-anywhere">{name}</h2>
          <p className="text-muted">{relationshipWords(relationship)}</p>
        </div>
      </div>
      <p className="mt-3">
        {gender}, {ageOn(dob, lagosDate(new Date()))}
      </p>
      <p className="text-muted">{fill(copy.born, { day: plainDay(dob) })}</p>
      {email ? (
        <p className="text-muted">
          <Breakable text={email} />
        </p>
      ) : null}
      {phone ? <p className="text-muted figures">{phoneShown(phone)}</p> : null}
      <div className="mt-auto pt-4">
        <div className="border-hair -mb-2 flex flex-wrap items-center gap-x-2 border-t pt-2">
          <Link
            to={`/orders?person=${person.id}`}
            className="text-input inline-flex min-h-12 items-center pr-3 font-semibold"
          >
            {copy.orders}
            <span className="sr-only"> {fill(copy.ordersFor, { name })}</span>
          </Link>
          <span className="ml-auto flex">
            <Button look="quiet" onClick={onChange}>
              {shared.change}
              <span className="sr-only"> {name}</span>
            </Button>
            <Button look="quiet" onClick={onRemove}>
              {shared.remove}
              <span className="sr-only"> {name}</span>
            </Button>
          </span>
        </div>
      </div>
    </li>
  )
}
