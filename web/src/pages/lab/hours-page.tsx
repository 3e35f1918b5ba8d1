import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/opening-hours.ts'
import { HoursChanges } from '../../features/opening-hours/changes.tsx'
import { HoursForm } from '../../features/opening-hours/hours-form.tsx'
import { standingTitle } from '../../features/opening-hours/policy.ts'
import { forgetHours, useHoursDesk } from '../../features/opening-hours/queries.ts'
import { StandingVisits } from '../../features/opening-hours/standing-visits.tsx'
import { ManagePage } from './manage-page.tsx'
import { WhichLocation } from './which-location.tsx'

/** The opening hours of a lab's locations, for its managers. */
export function HoursPage() {
  const [params, setParams] = useSearchParams()
  const [touched, setTouched] = useState(false)
  const cache = useQueryClient()
  const asked = useHoursDesk(params.get('location') ?? '')
  return (
    <ManagePage title={copy.hoursTitle} asked={asked}>
      {(desk) => (
        <>
          <WhichLocation
            {...desk}
            touched={touched}
            onChosen={(location) => setParams({ location }, { replace: true })}
          />
          {desk.standing.length > 0 ? (
            <Banner tone="warn" title={standingTitle(desk.standing.length)}>
              <p>{copy.askedWords}</p>
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
      )}
    </ManagePage>
  )
}
