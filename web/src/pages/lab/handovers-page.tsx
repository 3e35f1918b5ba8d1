import { BackLink } from '../../components/navigation.tsx'
import { EmptyState, NoAnswer, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/handovers.ts'
import { HandoverList, HandoversWaiting } from '../../features/handovers/handover-list.tsx'
import { useHandovers } from '../../features/handovers/queries.ts'
import { PhotoLooks } from '../../features/home-visits/photo/photo-look.tsx'
import { useWorklistDesk } from '../../features/specimens/queries.ts'
import { plural } from '../../lib/fill.ts'
import { useDensity, useTitle } from '../../lib/hooks.ts'

/** The home visit specimens that are brought to a lab, for its staff. */
export function HandoversPage() {
  useTitle(copy.handoversTitle)
  useDensity('compact')
  const asked = useHandovers()
  const desk = useWorklistDesk('').data?.data
  const list = asked.data?.data
  const again = () => void asked.refetch()
  return (
    <div className="page grow space-y-4 pt-4 pb-8">
      <BackLink to="/portal/lab">{copy.worklist}</BackLink>
      <div>
        <h1>{copy.handoversTitle}</h1>
        <p className="text-muted min-h-5">{desk?.lab}</p>
      </div>
      <p className="max-w-column">{copy.handoversHint}</p>
      {list ? (
        <section aria-label={copy.handoversTitle} className="space-y-4">
          <p aria-live="polite" className="text-muted">
            {plural(copy.handoversCount, list.length)}
          </p>
          {list.length > 0 ? (
            <HandoverList
              handovers={list}
              photosOf={({ photos }) => <PhotoLooks photos={photos} small />}
              showPlace={(desk?.locations.length ?? 0) > 1}
              mayCount={desk?.duties.some((duty) => duty === 'desk' || duty === 'scientist') ?? false}
            />
          ) : (
            <EmptyState title={copy.handoversEmptyTitle}>{copy.handoversEmpty}</EmptyState>
          )}
        </section>
      ) : asked.isError ? (
        <NoAnswer failure={asked.error} onRetry={again} />
      ) : (
        <Waiting onRetry={again}>
          <HandoversWaiting />
        </Waiting>
      )}
    </div>
  )
}
