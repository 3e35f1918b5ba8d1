import type { LabItem } from '@labalaba/contract'
import clipboard from '../../ui/art/clipboard.svg'
import magnifier from '../../ui/art/magnifier.svg'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Waiting } from '../../ui/states.tsx'
import { LabCard, LabCardSkeleton } from './lab-card.tsx'
import { filtersOn, type LabsWanted } from './policy.ts'

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6'

/** The cards of one page of labs. `stale` while the next page loads. */
export function LabCards({ labs, stale }: { labs: readonly LabItem[]; stale: boolean }) {
  return (
    <ul className={`${grid} ${stale ? 'opacity-60' : ''}`} aria-busy={stale}>
      {labs.map((lab) => (
        <LabCard key={lab.slug} lab={lab} />
      ))}
    </ul>
  )
}

/** Placeholders for a page of cards, each of its final size. */
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

type NoLabsProps = { wanted: LabsWanted; onClear: () => void }

/** No lab matches the name and filters, or there are no labs yet. */
export function NoLabs({ wanted, onClear }: NoLabsProps) {
  const { q } = wanted
  const on = filtersOn(wanted)
  const showAll = (words: string) => (
    <Button look="primary" wide onClick={onClear}>
      {words}
    </Button>
  )
  if (q === '' && on.length === 0) {
    return (
      <EmptyState title="No labs yet" picture={clipboard}>
        Labs appear here as they join us.
      </EmptyState>
    )
  }
  if (q === '' && on.join() === 'favourite') {
    return (
      <EmptyState title="No favourites yet" picture={clipboard} action={showAll('Show all labs')}>
        Tap the heart on a lab that you want to find again, and it is kept here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No lab matches your search"
      picture={magnifier}
      action={showAll(on.length > 0 ? 'Show all labs' : 'Clear search')}
    >
      {q === ''
        ? 'No lab fits all of these filters. Take one away to see more.'
        : `We looked for “${q}” among the names and places of ${on.length > 0 ? 'the labs that fit your filters' : 'all our labs'}. Check the spelling, or try a shorter part of it.`}
    </EmptyState>
  )
}
