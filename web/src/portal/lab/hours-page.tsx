import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as copy from '../../copy/opening-hours.ts'
import { HoursChanges } from '../../feature/hours/changes.tsx'
import { HoursForm } from '../../feature/hours/hours-form.tsx'
import { standingTitle } from '../../feature/hours/policy.ts'
import { forgetHours, useHoursDesk } from '../../feature/hours/queries.ts'
import { StandingVisits } from '../../feature/hours/standing-visits.tsx'
import { Banner } from '../../ui/banner.tsx'
import { useSearchParams } from '../../ui/search-params.ts'
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
