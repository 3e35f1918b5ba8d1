import { type KeyboardEvent, useRef, useState } from 'react'
import * as copy from '../../../copy/catalogue.ts'
import { fillNodes } from '../../../lib/fill.ts'
import { mapBox, shapes } from './nigeria.ts'
import { byLetter, depthOf, neighbour, type StateOffer, stateLabel } from './policy.ts'

type StateMapProps = {
  states: readonly StateOffer[]
  /** The selected state; empty for all. */
  chosen: string
  onChosen: (state: string) => void
}

const names = shapes.map(({ name }) => name)
const depths = ['fill-sand', 'fill-indigo/15', 'fill-indigo/35', 'fill-indigo/60', 'fill-indigo/85'] as const

/**
 * The states to choose from; more labs give a deeper colour. One tab stop: arrow keys move to the neighbouring state, a
 * letter to the next state that begins with it, Enter or Space selects.
 */
export function StateMap({ states, chosen, onChosen }: StateMapProps) {
  const [at, setAt] = useState(chosen || 'Lagos')
  const [lit, setLit] = useState<{ name: string; byKey: boolean }>()
  const paths = useRef(new Map<string, SVGPathElement>())
  const offers = new Map(states.map((offer) => [offer.state, offer]))
  const most = Math.max(0, ...states.map(({ labs }) => labs))
  const tabStop = names.includes(at) ? at : 'Lagos'
  const caption = lit?.name ?? chosen

  function pressKey(event: KeyboardEvent, name: string): void {
    const { key } = event
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (key === 'Enter' || key === ' ') onChosen(name === chosen ? '' : name)
    else if (key.startsWith('Arrow')) move(neighbour(shapes, name, key))
    else if (key === 'Home') move(names[0] ?? name)
    else if (key === 'End') move(names.at(-1) ?? name)
    else if (/^[a-z]$/i.test(key)) move(byLetter(names, name, key))
    else return
    event.preventDefault()
  }

  function move(name: string): void {
    setAt(name)
    paths.current.get(name)?.focus()
  }

  return (
    <div>
      <div role="listbox" aria-label={copy.mapStates}>
        <svg viewBox={mapBox} className="block h-auto w-full overflow-visible" role="presentation">
          {shapes.map(({ name, path }) => (
            <path
              key={name}
              ref={(element) => {
                if (element) paths.current.set(name, element)
                else paths.current.delete(name)
              }}
              d={path}
              role="option"
              aria-label={stateLabel(name, offers.get(name))}
              aria-selected={name === chosen}
              tabIndex={name === tabStop ? 0 : -1}
              onClick={() => onChosen(name === chosen ? '' : name)}
              onKeyDown={(event) => pressKey(event, name)}
              onFocus={(event) => {
                setAt(name)
                setLit({ name, byKey: event.currentTarget.matches(':focus-visible') })
              }}
              onBlur={() => setLit(undefined)}
              onPointerEnter={() => setLit({ name, byKey: false })}
              onPointerLeave={() => setLit(undefined)}
              className={`stroke-card cursor-pointer stroke-[1.5] outline-none! ${depths[depthOf(offers.get(name)?.labs ?? 0, most)]}`}
            />
          ))}
          <Outline name={chosen} look="fill-marigold stroke-ink stroke-[4]" />
          {lit && lit.name !== chosen && !lit.byKey ? (
            <Outline name={lit.name} look="fill-none stroke-ink stroke-[3]" />
          ) : null}
          {lit?.byKey ? (
            <>
              <Outline name={lit.name} look="fill-none stroke-ink stroke-[11]" />
              <Outline name={lit.name} look="fill-none stroke-marigold stroke-[5]" />
            </>
          ) : null}
        </svg>
      </div>
      <p aria-hidden="true" className="mt-2 min-h-6 text-center text-[1rem] leading-6 font-semibold">
        {caption ? stateLabel(caption, offers.get(caption)) : copy.chooseState}
      </p>
    </div>
  )
}

/** A state drawn on top of the others, so that its whole outline is visible. */
function Outline({ name, look }: { name: string; look: string }) {
  const shape = shapes.find((one) => one.name === name)
  if (!shape) return null
  return <path d={shape.path} className={`pointer-events-none [stroke-linejoin:round] ${look}`} />
}

/** The meaning of the colour depths, and the attribution that the map's licence requires. */
export function MapLegend() {
  return (
    <div className="text-muted mt-3 space-y-2 text-[0.875rem] leading-5">
      <p className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1">
        <span>{copy.legendNone}</span>
        <svg viewBox="0 0 100 16" width="100" height="16" aria-hidden="true">
          {depths.map((look, place) => (
            <rect
              key={look}
              x={place * 20 + 1}
              y="1"
              width="18"
              height="14"
              rx="3"
              className={`stroke-border ${look}`}
            />
          ))}
        </svg>
        <span>{copy.legendMost}</span>
      </p>
      <p className="text-center">
        {fillNodes(copy.mapSource, {
          source: <a href="https://mapsvg.com/maps/nigeria">{copy.mapAuthor}</a>,
          licence: <a href="https://creativecommons.org/licenses/by/4.0/">{copy.mapLicence}</a>,
        })}
      </p>
    </div>
  )
}
