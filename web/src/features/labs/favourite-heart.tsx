import type { LabItem } from '@labalaba/contract'
import { IconButton } from '../../components/button.tsx'
import { HeartIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/labs.ts'
import { fill } from '../../lib/fill.ts'
import { useFavourite } from './queries.ts'

/** Marks a lab as a favourite, or removes the mark. */
export function FavouriteHeart({ lab }: { lab: Pick<LabItem, 'slug' | 'name' | 'isFavorite'> }) {
  const favourite = useFavourite(lab.slug)
  return (
    <IconButton
      name={fill(copy.favourite, { lab: lab.name })}
      aria-pressed={lab.isFavorite}
      onClick={() => favourite.mutate({ slug: lab.slug, favourite: !lab.isFavorite })}
    >
      <HeartIcon
        size={24}
        fill={lab.isFavorite ? 'currentColor' : 'none'}
        className={lab.isFavorite ? 'text-clay' : 'text-ink'}
      />
    </IconButton>
  )
}
