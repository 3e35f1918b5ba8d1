import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/opening-hours.ts'
import { PauseForm } from '../../features/pauses/pause-form.tsx'
import { PausedCard } from '../../features/pauses/paused-card.tsx'
import { forgetPauses, usePauseDesk } from '../../features/pauses/queries.ts'
import { PausesBefore, WaitingOrders } from '../../features/pauses/waiting-orders.tsx'
import { ManagePage } from './manage-page.tsx'
import { WhichLocation } from './which-location.tsx'

/** Whether a lab's locations take bookings, for its managers. */
export function PausePage() {
  const [params, setParams] = useSearchParams()
  const [touched, setTouched] = useState(false)
  const cache = useQueryClient()
  const asked = usePauseDesk(params.get('location') ?? '')
  const changed = () => void forgetPauses(cache)
  return (
    <ManagePage title={copy.pauseTitle} asked={asked}>
      {(desk) => (
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
      )}
    </ManagePage>
  )
}
