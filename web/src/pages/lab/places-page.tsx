import type { PlacesDesk } from '@labalaba/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../../components/banner.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { EmptyState } from '../../components/states.tsx'
import * as copy from '../../copy/capacity.ts'
import { BeyondList, PlacesForm } from '../../features/capacity/places-form.tsx'
import { forgetPlaces, usePlacesDesk } from '../../features/capacity/queries.ts'
import { fill } from '../../lib/fill.ts'
import { dayAndTime } from '../../lib/format.ts'
import { ManagePage } from './manage-page.tsx'
import { WhichLocation } from './which-location.tsx'

/** How many home visits a lab makes, for its managers. */
export function PlacesPage() {
  const [params, setParams] = useSearchParams()
  const [touched, setTouched] = useState(false)
  const cache = useQueryClient()
  const query = usePlacesDesk(params.get('location') ?? '')
  return (
    <ManagePage title={copy.title} query={query}>
      {(desk) =>
        !desk.homeVisits ? (
          <EmptyState title={copy.noVisitsTitle}>{copy.noVisitsWords}</EmptyState>
        ) : (
          <>
            <WhichLocation
              {...desk}
              touched={touched}
              onChosen={(location) => setParams({ location }, { replace: true })}
            />
            <p>{copy.words}</p>
            {desk.beyond.length > 0 ? (
              <Banner tone="warn" title={copy.tooManyTitle}>
                <BeyondList beyond={desk.beyond} />
              </Banner>
            ) : null}
            <PlacesForm
              key={`${desk.address} ${JSON.stringify(desk.plan)}`}
              desk={desk}
              onTouched={setTouched}
              onSaved={() => void forgetPlaces(cache)}
            />
            <ChangedLast changes={desk.changes} />
          </>
        )
      }
    </ManagePage>
  )
}

function ChangedLast({ changes: [last] }: Pick<PlacesDesk, 'changes'>) {
  return last ? (
    <p className="text-muted">{fill(copy.lastChanged, { name: last.by, when: dayAndTime(last.at) })}</p>
  ) : null
}
