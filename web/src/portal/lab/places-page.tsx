import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BeyondList } from '../../feature/places/beyond-list.tsx'
import { PlacesForm } from '../../feature/places/places-form.tsx'
import { forgetPlaces, isNotTheirs, usePlacesDesk } from '../../feature/places/queries.ts'
import { dayAndTime } from '../../lib/format.ts'
import { useProfile, useTitle } from '../../lib/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { useDensity } from '../../ui/density.ts'
import { BackLink } from '../../ui/navigation.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
import { EmptyState, Skeleton, Waiting } from '../../ui/states.tsx'
import { NotForThem } from '../operator/not-for-them.tsx'
import { WhichLocation } from './which-location.tsx'

function OwnPlaces() {
  useTitle('Home visits')
  useDensity('compact')
  const [params, setParams] = useSearchParams()
  const [touched, setTouched] = useState(false)
  const cache = useQueryClient()
  const asked = usePlacesDesk(params.get('location') ?? '')
  const desk = asked.data?.data
  if (isNotTheirs(asked.error)) return <NotForThem />
  const again = () => void asked.refetch()
  const [last] = desk?.changes ?? []
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">Worklist</BackLink>
      <div>
        <h1>Home visits</h1>
        <p className="text-muted min-h-5">{desk?.lab}</p>
      </div>
      {desk && !desk.homeVisits ? (
        <EmptyState title="Your lab makes no home visits">
          Patients come to you. Write to us if you would like to offer home visits.
        </EmptyState>
      ) : desk ? (
        <>
          <WhichLocation
            {...desk}
            touched={touched}
            onChosen={(location) => setParams({ location }, { replace: true })}
          />
          <p>How many patients can be visited in each window of two hours. 0 means that nobody is booked.</p>
          {desk.beyond.length > 0 ? (
            <Banner tone="warn" title="More visits are given than there are places">
              <BeyondList beyond={desk.beyond} />
            </Banner>
          ) : null}
          <PlacesForm
            key={`${desk.address} ${JSON.stringify(desk.plan)}`}
            desk={desk}
            onTouched={setTouched}
            onSaved={() => void forgetPlaces(cache)}
          />
          {last ? (
            <p className="text-muted">
              Changed last by {last.by} on {dayAndTime(last.at)}.
            </p>
          ) : null}
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

/** How many home visits a lab makes, for those who manage it; nobody else finds a page here. */
export function PlacesPage() {
  return useProfile()?.type === 'lab' ? <OwnPlaces /> : <NotForThem />
}
