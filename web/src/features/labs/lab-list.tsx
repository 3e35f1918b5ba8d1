import type { LabItem } from '@labalaba/contract'
import clipboard from '../../components/art/clipboard.svg'
import magnifier from '../../components/art/magnifier.svg'
import { Button } from '../../components/button.tsx'
import { Tag } from '../../components/card.tsx'
import { HouseIcon, PinIcon } from '../../components/first-icons.tsx'
import { BuildingIcon } from '../../components/icons.tsx'
import { Link } from '../../components/link.tsx'
import { EmptyState, Skeleton, Waiting } from '../../components/states.tsx'
import * as copy from '../../copy/labs.ts'
import * as shared from '../../copy/shared.ts'
import { fill, plural } from '../../lib/fill.ts'
import { AdireTile } from './adire-tile.tsx'
import { FavouriteHeart } from './favourite-heart.tsx'
import { LabStatus } from './lab-status.tsx'
import { filtersOn, type LabsWanted, placeOf } from './policy.ts'

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

const box =
  'rounded-card border-hair bg-card shadow-soft flex h-full flex-col gap-3 border p-4 md:p-6 md:gap-4'

/** One lab of the list. The whole card is a link to the lab; the heart is a separate button. */
function LabCard({ lab }: { lab: LabItem }) {
  return (
    <li className="relative">
      <article className={`ring-within group hover:border-border hover:shadow-lift relative ${box}`}>
        <div className="flex gap-3">
          <AdireTile slug={lab.slug} />
          <div className="min-h-18 min-w-0 flex-1 md:min-h-19">
            <h3 className="font-head pr-9 text-[1.125rem] leading-6 font-bold">
              <Link
                to={`/labs/${lab.slug}`}
                state={{ lab }}
                className="text-ink min-w-0 no-underline group-hover:underline after:absolute after:inset-0"
              >
                {lab.name}
              </Link>
            </h3>
            <p className="text-small text-muted mt-1 flex items-start gap-1">
              <PinIcon size={16} className="mt-0.5 md:mt-1" />
              {placeOf(lab)}
            </p>
          </div>
        </div>
        <div className="mt-auto">
          <LabStatus verification={lab.verification} />
        </div>
        <div className="border-hair flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t pt-3">
          <p className="whitespace-nowrap">
            <span className="block font-semibold">{plural(copy.tests, lab.testCount)}</span>
            {lab.sampleData ? <span className="text-small text-muted block">{shared.sampleData}</span> : null}
          </p>
          <Tag icon={lab.homeCollection ? <HouseIcon size={16} /> : <BuildingIcon size={16} />}>
            {lab.homeCollection ? copy.homeCollection : copy.walkInOnly}
          </Tag>
        </div>
      </article>
      <div className="absolute top-2 right-2 md:top-4 md:right-4">
        <FavouriteHeart lab={lab} />
      </div>
    </li>
  )
}

/** A placeholder for a lab card. */
function LabCardSkeleton() {
  return (
    <div className={box}>
      <div className="flex gap-3">
        <span className="drop block size-14 shrink-0 overflow-hidden">
          <Skeleton className="size-14" />
        </span>
        <div className="min-w-0 flex-1">
          <Skeleton className="mr-9 h-12" />
          <Skeleton className="mt-1 h-5 w-3/4 md:h-6" />
        </div>
      </div>
      <Skeleton className="h-10 w-4/5 md:h-12" />
      <div className="border-hair flex h-14 items-center justify-between border-t pt-3 md:h-16">
        <div className="space-y-1.5">
          <Skeleton className="h-5 w-20" />
          <Skeleton className="after:bg-card relative h-4 w-16 after:absolute after:inset-x-0 after:top-1/2 after:h-0.5" />
        </div>
        <Skeleton className="rounded-round h-7 w-36" />
      </div>
    </div>
  )
}
