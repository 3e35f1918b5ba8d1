import type { StaffMember } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Breakable } from '../../components/breakable.tsx'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/staff.ts'
import { actsFor, givenLine, membershipLine, type StaffAct, typeWords } from './policy.ts'

const StaffActDialog = lazy(async () => ({ default: (await import('./act-dialog.tsx')).StaffActDialog }))
const ChangeDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).ChangeDialog }))

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
export function StaffList({ staff, isTurning, onDone }: ListProps) {
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
  const [asked, setAsked] = useState<StaffAct | 'change' | null>(null)
  const isAtLab = person.membership !== null && person.state !== 'deleted'
  const acts = [...(isAtLab ? (['change'] as const) : []), ...actsFor(person)]
  const done = () => {
    setAsked(null)
    onDone()
  }
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {acts.map((act) => (
        <Button
          key={act}
          look={act === 'renew' || act === 'change' ? 'secondary' : 'quiet'}
          onClick={() => setAsked(act)}
        >
          {buttonWords[act]}
          <span className="sr-only">, {person.name}</span>
        </Button>
      ))}
      <Suspense>
        {asked === 'change' ? (
          <ChangeDialog person={person} onClose={() => setAsked(null)} onDone={done} />
        ) : asked ? (
          <StaffActDialog act={asked} person={person} onClose={() => setAsked(null)} onDone={done} />
        ) : null}
      </Suspense>
    </div>
  )
}

/** Placeholder rows of the size of staff members. */
export function StaffWaiting() {
  return (
    <div className={box}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className="space-y-2 px-4 py-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </div>
  )
}
