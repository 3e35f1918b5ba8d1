import type { Phlebotomist } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import * as copy from '../../copy/home-visits.ts'
import { plural } from '../../lib/fill.ts'
import { areaLine } from './policy.ts'

const AreasDialog = lazy(async () => ({ default: (await import('./areas-dialog.tsx')).AreasDialog }))

/** The phlebotomists who can be sent, with their areas and today's visits. */
export function PeopleList({ people, onDone }: { people: readonly Phlebotomist[]; onDone: () => void }) {
  const [asked, setAsked] = useState<Phlebotomist | null>(null)
  return (
    <>
      <ul className="rounded-card border-hair bg-card shadow-soft divide-hair divide-y overflow-hidden border">
        {people.map((person) => (
          <li
            key={person.id}
            className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
          >
            <div className="min-w-0">
              <h3 className="font-body text-body flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {person.name}
                {person.areas.length === 0 ? <Tag tone="warn">{copy.personNoArea}</Tag> : null}
              </h3>
              <p className="text-muted">
                {plural(copy.personLoad, person.load, {
                  most: person.dailyVisits,
                  areas: areaLine(person.areas),
                })}
              </p>
            </div>
            <Button onClick={() => setAsked(person)}>
              {copy.changeAreas}
              <span className="sr-only">, {person.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {asked ? (
        <Suspense>
          <AreasDialog
            person={asked}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null)
              onDone()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
