import { ageOn, lagosDate, type Person } from '@labalaba/contract'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Link } from '../../components/link.tsx'
import * as copy from '../../copy/people.ts'
import * as shared from '../../copy/shared.ts'
import { fill } from '../../lib/fill.ts'
import { phoneShown, plainDay } from '../../lib/format.ts'
import { relationshipWords } from '../../lib/relationships.ts'

type PersonCardProps = { person: Person; onChange: () => void; onRemove: () => void }

/** One person whom the account books for, with the possible acts. */
export function PersonCard({ person, onChange, onRemove }: PersonCardProps) {
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
