import type { OrderSet } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import clipboard from '../../components/art/clipboard.svg'
import { Button } from '../../components/button.tsx'
import { EmptyState, NoAnswer, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/order-sets.ts'
import { useOrderSets } from '../../features/order-sets/queries.ts'
import { SetCard } from '../../features/order-sets/set-card.tsx'
import { plural } from '../../lib/fill.ts'
import { useCart, useProfile, useTitle } from '../../lib/hooks.ts'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

const SetDialog = lazy(async () => ({
  default: (await import('../../features/order-sets/set-dialog.tsx')).SetDialog,
}))

type Writing = { set: OrderSet | null; begins: readonly string[] }

function DoctorsSets() {
  useTitle(copy.setsTitle)
  const asked = useOrderSets()
  const cart = useCart()
  const [writing, setWriting] = useState<Writing | null>(null)
  const sets = asked.data?.data
  const again = () => void asked.refetch()
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
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <div className="grid gap-4 md:grid-cols-2">
            <Skeleton className="h-44 w-full" />
            <Skeleton className="h-44 w-full" />
          </div>
        </Waiting>
      )}
      <Suspense>
        {writing ? (
          <SetDialog
            {...writing}
            onKept={() => {
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
