import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { MenuLink } from './link.tsx'

export type Tab = { id: string; words: string; content: ReactNode }

const tabShape =
  'min-h-13 flex-auto rounded-button px-1.5 py-2 text-center text-input font-semibold whitespace-nowrap text-ink hover:bg-card aria-selected:bg-indigo aria-selected:text-card max-sm:text-[0.875rem] max-[24rem]:px-1 max-[22rem]:px-0.5 max-[22rem]:tracking-[-0.02em] sm:flex-none sm:px-6'

type TabsProps = { name: string; tabs: readonly Tab[] }

/**
 * One panel at a time, by tap or arrow keys. Without scripts the row of tabs is hidden and every panel can be read, so
 * each panel's content has its own heading.
 */
export function Tabs({ name, tabs }: TabsProps) {
  const [chosen, setChosen] = useState(0)
  const [ready, setReady] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const own = useId()
  useEffect(() => setReady(true), [])

  function move(event: KeyboardEvent) {
    const to = nextOf(event.key, chosen, tabs.length)
    if (to === null) return
    event.preventDefault()
    setChosen(to)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={name}
        onKeyDown={move}
        className="rounded-card bg-sand flex w-full flex-wrap gap-0.5 p-1 sm:w-fit noscript:hidden"
      >
        {tabs.map((tab, place) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${own}-${tab.id}-tab`}
            aria-selected={place === chosen}
            aria-controls={`${own}-${tab.id}`}
            tabIndex={place === chosen ? 0 : -1}
            onClick={() => setChosen(place)}
            className={tabShape}
          >
            {tab.words}
          </button>
        ))}
      </div>
      {tabs.map((tab, place) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${own}-${tab.id}`}
          aria-labelledby={`${own}-${tab.id}-tab`}
          hidden={ready && place !== chosen}
          className={`mt-4 ${place === chosen ? '' : '[@media(scripting:enabled)]:hidden'}`}
        >
          {tab.content}
        </div>
      ))}
    </>
  )
}

/** The tab that this key selects from `chosen`, wrapping around; null for other keys. */
function nextOf(key: string, chosen: number, count: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowRight') return (chosen + 1) % count
  if (key === 'ArrowLeft') return (chosen + count - 1) % count
  return null
}

const tab =
  'text-input text-ink flex min-h-12 items-center px-3 font-semibold no-underline hover:bg-sand rounded-t-field aria-[current]:text-indigo aria-[current]:shadow-[inset_0_-3px_0_var(--color-indigo)] sm:px-4'

type TabLinksProps = { name: string; links: readonly { readonly to: string; readonly words: string }[] }

/** Links to sibling pages, the current one underlined. */
export function TabLinks({ name, links }: TabLinksProps) {
  return (
    <nav aria-label={name} className="border-hair flex flex-wrap border-b">
      {links.map(({ to, words }) => (
        <MenuLink key={to} to={to} className={tab}>
          {words}
        </MenuLink>
      ))}
    </nav>
  )
}
