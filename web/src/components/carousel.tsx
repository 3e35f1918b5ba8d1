import useEmblaCarousel from 'embla-carousel-react'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import * as copy from '../copy/components.ts'
import { fill } from '../lib/fill.ts'
import { useMedia } from '../lib/hooks.ts'
import { PauseIcon, PlayIcon } from './icons.tsx'

const restMs = 30_000

export type Slide = { name: string; content: ReactNode }

type CarouselProps = { name: string; items: readonly Slide[] }

/**
 * A row of cards, 368 pixels a step. It moves on every 30 seconds and starts again after the last; a dot jumps, a swipe
 * moves it. It stops while it is hovered, focused or paused, and always for users who prefer reduced motion. Nothing is
 * hidden from screen readers, and without scripts the row scrolls.
 */
export function Carousel({ name, items }: CarouselProps) {
  const [viewport, embla] = useEmblaCarousel({ loop: true, align: 'start' })
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const shown = useShown(embla)

  // A dot or a swipe restarts the timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!embla || still || paused || held) return
    const timer = setTimeout(() => embla.scrollNext(), restMs)
    return () => clearTimeout(timer)
  }, [embla, still, paused, held, shown])

  return (
    <section
      aria-roledescription="carousel"
      aria-label={name}
      onPointerEnter={(event) => setHeld(event.pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={() => setHeld(false)}
    >
      <div
        ref={viewport}
        // Before its script runs it is a strip that scrolls, also by keyboard.
        tabIndex={embla ? undefined : 0}
        className={`relative -mr-4 pt-6 max-xl:-mr-4 md:max-xl:-mr-8 ${embla ? 'overflow-hidden' : 'overflow-x-auto'}`}
      >
        <ul className="relative flex touch-pan-y touch-pinch-zoom">
          {items.map((item) => (
            <li key={item.name} className="w-[368px] max-w-[88vw] shrink-0 pr-4">
              {item.content}
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-3 -ml-3 flex flex-wrap items-center noscript:hidden">
        {items.map((item, place) => (
          <button
            key={item.name}
            type="button"
            aria-label={fill(copy.showSlide, { number: place + 1, total: items.length, name: item.name })}
            aria-current={place === shown}
            onClick={() => embla?.scrollTo(place, still)}
            className="group rounded-button grid size-12 shrink-0 place-items-center"
          >
            <span className="drop border-card group-aria-[current=true]:border-marigold group-aria-[current=true]:bg-marigold size-3.5 border-2" />
          </button>
        ))}
        <button
          type="button"
          onClick={() => setPaused(!paused)}
          className="text-input rounded-button inline-flex min-h-12 items-center gap-2 px-3 font-semibold motion-reduce:hidden"
        >
          {paused ? <PlayIcon /> : <PauseIcon />}
          {paused ? copy.play : copy.pause}
        </button>
      </div>
    </section>
  )
}

type Embla = ReturnType<typeof useEmblaCarousel>[1]

/** The index of the card at the front. */
function useShown(embla: Embla): number {
  const listen = useCallback(
    (changed: () => void) => {
      embla?.on('select', changed).on('reInit', changed)
      return () => void embla?.off('select', changed).off('reInit', changed)
    },
    [embla],
  )
  return useSyncExternalStore(
    listen,
    () => embla?.selectedScrollSnap() ?? 0,
    () => 0,
  )
}
