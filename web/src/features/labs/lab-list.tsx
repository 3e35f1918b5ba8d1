import type { LabItem } from '@labalaba/contract'
import clipboard from '../../components/art/clipboard.svg'
import magnifier from '../../components/art/magnifier.svg'
import { Button } from '../../components/button.tsx'
import { EmptyState, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/labs.ts'
import { fill } from '../../lib/fill.ts'
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
      <EmptyState title={copy.noLabs} picture={clipboard}>
        {copy.labsAppear}
      </EmptyState>
    )
  }
  if (q === '' && on.join() === 'favourite') {
    return (
      <EmptyState title={copy.noFavourites} picture={clipboard} action={showAll(copy.showAllLabs)}>
        {copy.noFavouritesHint}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={copy.noMatch}
      picture={magnifier}
      action={showAll(on.length > 0 ? copy.showAllLabs : copy.clearSearch)}
    >
      {q === '' ? copy.noneOfFilters : fill(on.length > 0 ? copy.lookedFiltered : copy.lookedAll, { q })}
    </EmptyState>
  )
}
