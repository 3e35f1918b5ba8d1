import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HoursChanges } from '../../feature/hours/changes.tsx'
import { HoursForm } from '../../feature/hours/hours-form.tsx'
import { forgetHours, isNotTheirs, useHoursDesk } from '../../feature/hours/queries.ts'
import { standingTitle } from '../../feature/hours/rules.ts'
import { StandingVisits } from '../../feature/hours/standing-visits.tsx'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { useDensity } from '../../ui/density.ts'
import { BackLink } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { Skeleton, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'
import { WhichLocation } from './which-location.tsx'

function OwnHours() {
  useTitle('Opening hours')
  useDensity('compact')
  const [params, setParams] = useSearchParams()
  const [touched, setTouched] = useState(false)
  const cache = useQueryClient()
  const asked = useHoursDesk(params.get('location') ?? '')
  const desk = asked.data?.data
  if (isNotTheirs(asked.error)) return <NotForThem />
  const again = () => void asked.refetch()
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">Worklist</BackLink>
      <div>
        <h1>Opening hours</h1>
        <p className="text-muted min-h-5">{desk?.lab}</p>
      </div>
      {desk ? (
        <>
          <WhichLocation
            {...desk}
            touched={touched}
            onChosen={(location) => setParams({ location }, { replace: true })}
          />
          {desk.standing.length > 0 ? (
            <Banner tone="warn" title={standingTitle(desk.standing.length)}>
              <p>
                Their patients have been asked for another day. Until they choose one, these visits stand.
              </p>
              <StandingVisits visits={desk.standing} />
            </Banner>
          ) : null}
          <HoursForm
            key={`${desk.address} ${desk.written}`}
            desk={desk}
            onTouched={setTouched}
            onSaved={() => void forgetHours(cache)}
          />
          <HoursChanges changes={desk.changes} />
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

/** When a lab's locations are open, for those who manage them; nobody else finds a page here. */
export function HoursPage() {
  return useProfile()?.type === 'lab' ? <OwnHours /> : <NotForThem />
}
