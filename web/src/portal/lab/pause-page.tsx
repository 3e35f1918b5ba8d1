import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PauseForm } from '../../feature/pause/pause-form.tsx'
import { PausedCard } from '../../feature/pause/paused-card.tsx'
import { forgetPauses, isNotTheirs, usePauseDesk } from '../../feature/pause/queries.ts'
import { PausesBefore, WaitingOrders } from '../../feature/pause/waiting-orders.tsx'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { useDensity } from '../../ui/density.ts'
import { BackLink } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { Skeleton, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'
import { WhichLocation } from './which-location.tsx'

function OwnPause() {
  useTitle('Pause bookings')
  useDensity('compact')
  const [params, setParams] = useSearchParams()
  const [touched, setTouched] = useState(false)
  const cache = useQueryClient()
  const asked = usePauseDesk(params.get('location') ?? '')
  const desk = asked.data?.data
  if (isNotTheirs(asked.error)) return <NotForThem />
  const again = () => void asked.refetch()
  const changed = () => void forgetPauses(cache)
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">Worklist</BackLink>
      <div>
        <h1>Pause bookings</h1>
        <p className="text-muted min-h-5">{desk?.lab}</p>
      </div>
      {desk ? (
        <>
          <WhichLocation
            {...desk}
            touched={touched}
            onChosen={(location) => setParams({ location }, { replace: true })}
          />
          {desk.pause ? (
            <PausedCard {...desk} pause={desk.pause} onDone={changed} />
          ) : (
            <PauseForm key={desk.address} desk={desk} onTouched={setTouched} onDone={changed} />
          )}
          <WaitingOrders {...desk} />
          <PausesBefore before={desk.before} />
        </>
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <Skeleton className="h-120" />
        </Waiting>
      )}
    </div>
  )
}

/** Whether a lab's locations take bookings, for those who manage them; nobody else finds a page here. */
export function PausePage() {
  return useProfile()?.type === 'lab' ? <OwnPause /> : <NotForThem />
}
