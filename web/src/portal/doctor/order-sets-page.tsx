import type { OrderSet } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import * as copy from '../../copy/order-set.ts'
import { useOrderSets } from '../../feature/order-set/queries.ts'
import { SetCard } from '../../feature/order-set/set-card.tsx'
import { plural } from '../../lib/fill.ts'
import { useCart, useProfile, useTitle } from '../../lib/hooks.ts'
import clipboard from '../../ui/art/clipboard.svg'
import { Button } from '../../ui/button.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { EmptyState, Skeleton, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'
import { DoctorSwitch } from './doctor-switch.tsx'

const SetDialog = lazy(async () => ({
  default: (await import('../../feature/order-set/set-dialog.tsx')).SetDialog,
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
