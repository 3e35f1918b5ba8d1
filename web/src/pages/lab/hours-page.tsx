import type { HoursDesk } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import * as copy from '../../copy/opening-hours.ts'
import { AffectedVisits, HoursForm } from '../../features/opening-hours/hours-form.tsx'
import { affectedTitle, becameLines } from '../../features/opening-hours/policy.ts'
import { forgetHours, useHoursDesk } from '../../features/opening-hours/queries.ts'
import { fillNodes } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { ManagePage } from './manage-page.tsx'
import { WhichLocation } from './which-location.tsx'

/** The opening hours of a lab's locations, for its managers. */
export function HoursPage() {
  const [params, setParams] = useSearchParams()
  const [touched, setTouched] = useState(false)
  const cache = useQueryClient()
  const query = useHoursDesk(params.get('location') ?? '')
  return (
    <ManagePage title={copy.hoursTitle} query={query}>
      {(desk) => (
        <>
          <WhichLocation
            {...desk}
            touched={touched}
            onChosen={(location) => setParams({ location }, { replace: true })}
          />
          {desk.standing.length > 0 ? (
            <Banner tone="warn" title={affectedTitle(desk.standing.length)}>
              <p>{copy.askedWords}</p>
              <AffectedVisits visits={desk.standing} />
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

/** Who changed the hours, when, and to what. */
function HoursChanges({ changes }: Pick<HoursDesk, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="heading-small">
        {copy.lastChanges}
      </h2>
      <ul className="divide-hair mt-1 divide-y">
        {changes.map(({ at, by, became }) => (
          <li key={at} className="py-2">
            <span className="text-muted">
              {fillNodes(copy.changedBy, {
                name: <span className="text-ink font-semibold">{by}</span>,
                when: dayAndTime(at),
              })}
            </span>
            <span className="text-muted block">{becameLines(became, at).join('; ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
