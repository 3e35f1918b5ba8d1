import type { LabItem } from '@labalaba/contract'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Waiting } from '../../ui/states.tsx'
import { LabCard, LabCardSkeleton } from './lab-card.tsx'

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6'

/** The cards of one page of labs. `stale` while the next page is on its way. */
export function LabCards({ labs, stale }: { labs: readonly LabItem[]; stale: boolean }) {
  return (
    <ul className={`${grid} ${stale ? 'opacity-60' : ''}`} aria-busy={stale}>
      {labs.map((lab) => (
        <LabCard key={lab.slug} lab={lab} />
      ))}
    </ul>
  )
}

/** A page of cards still to come, each of its final size. */
export function LabCardsWaiting({ onRetry }: { onRetry: () => void }) {
  return (
    <Waiting onRetry={onRetry}>
      <div className={grid}>
        {Array.from({ length: 15 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fifteen empty boxes that never change places
          <LabCardSkeleton key={place} />
        ))}
      </div>
    </Waiting>
  )
}

/** No lab is called that, or there is none at all yet. */
export function NoLabs({ q, onClear }: { q: string; onClear: () => void }) {
  if (q === '') {
    return <EmptyState title="No laboratories yet">Laboratories appear here as they join us.</EmptyState>
  }
  return (
    <EmptyState
      title="No lab matches your search"
      action={
        <Button look="primary" wide onClick={onClear}>
          Clear search
        </Button>
      }
    >
      We looked for “{q}” among all our laboratories. Check the spelling, or try a shorter part of the name.
    </EmptyState>
  )
}
