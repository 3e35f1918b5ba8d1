import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { GroupFrame } from '../../components/field.tsx'

/** One choice; `under` is shown in small type below it. */
export type Tile = { value: string; title: string; under: string; name: string; full: boolean }

type SlotTilesProps = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  tiles: readonly Tile[]
  value: string
  onChosen: (value: string) => void
  /** `days`: a strip that scrolls sideways on a phone, and two weeks on a wider screen. */
  look: 'days' | 'windows'
  /** A control that shows more tiles. */
  more?: ReactNode
}

const grids = {
  days: '-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pt-1 pb-2 sm:mx-0 sm:grid sm:grid-cols-7 sm:overflow-visible sm:p-0',
  windows: 'grid grid-cols-2 gap-2 sm:grid-cols-3',
}

const boxes = { days: 'w-21 shrink-0 snap-start sm:w-auto', windows: '' }

function lookOf({ full }: Tile, chosen: boolean): string {
  if (chosen) return 'border-indigo bg-indigo text-card'
  return full
    ? 'border-hair bg-sand text-muted border-dashed cursor-not-allowed'
    : 'border-border bg-card hover:border-ink'
}

/** Days or windows as tiles. Arrow keys move between them. Full ones are shown but cannot be chosen. */
export function SlotTiles({ id, label, hint, error, tiles, value, onChosen, look, more }: SlotTilesProps) {
  const row = useRef<HTMLDivElement>(null)
  // The chosen tile may be outside the visible part of the strip, or cut off at its edge.
  useLayoutEffect(() => {
    const chosen = value === '' ? null : row.current?.querySelector<HTMLElement>('[data-chosen]')
    if (!row.current || !chosen) return
    const { left, right } = row.current.getBoundingClientRect()
    const tile = chosen.getBoundingClientRect()
    if (tile.left < left || tile.right > right) row.current.scrollLeft += tile.left - left - 16
  }, [value])
  return (
    <GroupFrame id={id} label={label} hint={hint} error={error}>
      <div ref={row} className={grids[look]}>
        {tiles.map((tile) => {
          const chosen = tile.value === value
          return (
            <label
              key={tile.value}
              data-chosen={chosen || undefined}
              className={`ring-within rounded-field relative flex min-h-16 flex-col items-center justify-center border-2 px-1 py-1 text-center ${boxes[look]} ${lookOf(tile, chosen)}`}
            >
              <input
                type="radio"
                name={id}
                value={tile.value}
                aria-label={tile.name}
                checked={chosen}
                disabled={tile.full && !chosen}
                onChange={() => onChosen(tile.value)}
                className="absolute inset-0 m-0 h-full w-full opacity-0 disabled:cursor-not-allowed"
              />
              <span
                aria-hidden="true"
                className={`text-input figures font-semibold ${tile.full && !chosen ? 'line-through' : ''}`}
              >
                {tile.title}
              </span>
              {tile.under === '' || (chosen && look === 'windows') ? null : (
                <span
                  aria-hidden="true"
                  className={`text-[0.875rem] leading-5 ${chosen ? 'text-card' : 'text-muted'}`}
                >
                  {tile.under}
                </span>
              )}
            </label>
          )
        })}
      </div>
      {more}
    </GroupFrame>
  )
}
