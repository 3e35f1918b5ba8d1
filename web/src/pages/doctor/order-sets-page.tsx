import type { OrderSet } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import clipboard from '../../components/art/clipboard.svg'
import { Button, LinkButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { NotDone } from '../../components/not-done.tsx'
import { NotLoaded } from '../../components/not-loaded.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import * as copy from '../../copy/order-sets.ts'
import * as shared from '../../copy/shared.ts'
import { forgetSet, useOrderSets } from '../../features/order-sets/queries.ts'
import { useAct } from '../../lib/act.ts'
import { fill, plural } from '../../lib/fill.ts'
import { useCart, useProfile, useTitle } from '../../lib/hooks.ts'
import { toast } from '../../lib/toast.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

const SetDialog = lazy(async () => ({
  default: (await import('../../features/order-sets/set-dialog.tsx')).SetDialog,
}))

type Writing = { set: OrderSet | null; begins: readonly string[] }

function DoctorsSets() {
  useTitle(copy.setsTitle)
  const query = useOrderSets()
  const cart = useCart()
  const [writing, setWriting] = useState<Writing | null>(null)
  const sets = query.data?.data
  const again = () => void query.refetch()
  const begin = (begins: readonly string[]) => setWriting({ set: null, begins })
  const ways = (
    <>
      <Button look="primary" wide onClick={() => begin([])}>
        {copy.makeSet}
      </Button>
      {cart.length > 0 ? (
        <Button wide onClick={() => begin(cart.map(({ name }) => name))}>
          {plural(copy.fromCart, cart.length)}
        </Button>
      ) : null}
    </>
  )
  return (
    <div className="page grow space-y-6 py-4 md:py-8">
      <DoctorSwitch />
      <div>
        <h1>{copy.setsTitle}</h1>
        <p className="text-muted mt-1">{copy.setsHelp}</p>
      </div>
      {sets && sets.length > 0 ? (
        <>
          <div className="flex flex-wrap gap-3">{ways}</div>
          <ul className="grid gap-4 md:grid-cols-2">
            {sets.map((set) => (
              <SetCard
                key={set.id}
                set={set}
                onChange={() => setWriting({ set, begins: [] })}
                onGone={again}
              />
            ))}
          </ul>
        </>
      ) : sets ? (
        <EmptyState title={copy.emptyTitle} picture={clipboard} action={ways}>
          {copy.empty}
        </EmptyState>
      ) : (
        <NotLoaded failure={query.error} onRetry={again}>
          <div className="grid gap-4 md:grid-cols-2">
            <Skeleton className="h-44 w-full" />
            <Skeleton className="h-44 w-full" />
          </div>
        </NotLoaded>
      )}
      <Suspense>
        {writing ? (
          <SetDialog
            {...writing}
            onSaved={() => {
              setWriting(null)
              again()
            }}
            onClose={() => setWriting(null)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

/** The order sets of a doctor; other accounts get the not-found page. */
export function OrderSetsPage() {
  return useProfile()?.type === 'doctor' ? <DoctorsSets /> : <NotForThem />
}

type CardProps = { set: OrderSet; onChange: () => void; onGone: () => void }

/** A doctor's order set. Deleting asks for confirmation within the card. */
function SetCard({ set, onChange, onGone }: CardProps) {
  const { id, name, tests } = set
  const [sure, setSure] = useState(false)
  const deleting = useAct()
  const forget = () =>
    deleting.run(async () => {
      await forgetSet(set)
      toast.success(copy.deleted)
      onGone()
    })
  return (
    <Card as="li" labelledBy={`set-${id}`}>
      <h2 id={`set-${id}`} className="heading-small wrap-anywhere">
        {name}
      </h2>
      <p className="text-muted mt-1">{tests.map((test) => test.name).join(', ')}</p>
      <NotDone failure={deleting.failure} />
      <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3">
        <LinkButton wide to={`/portal/doctor/sets/${id}`}>
          {copy.compare}
          <span className="sr-only"> {fill(copy.compareFor, { set: name })}</span>
        </LinkButton>
        <div className="-ml-3 flex gap-2 md:ml-0">
          <Button look="quiet" onClick={onChange}>
            {shared.change}
            <span className="sr-only"> {name}</span>
          </Button>
          <Button
            look="quiet"
            working={deleting.working}
            workingText={copy.deleting}
            onClick={() => (sure ? forget() : setSure(true))}
          >
            {sure ? copy.deleteSure : copy.deleteSet}
            <span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
    </Card>
  )
}
