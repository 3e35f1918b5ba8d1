import type { ComponentType } from 'react'
import type { IconProps } from '../../../components/first-icons.tsx'

export type Reason = { title: string; words: string }

const columns = { 3: 'lg:grid-cols-3', 4: 'xl:grid-cols-4' } as const

type ReasonsProps = {
  id: string
  title: string
  reasons: readonly Reason[]
  icons: readonly ComponentType<IconProps>[]
  across: keyof typeof columns
}

/** Reasons as cards. On phones the icon is at the left, which saves a screen of scrolling. */
export function Reasons({ id, title, reasons, icons, across }: ReasonsProps) {
  return (
    <section className="bg-indigo-tint py-12 md:py-16" aria-labelledby={id}>
      <div className="page">
        <h2 id={id}>{title}</h2>
        <ul className={`mt-6 grid gap-3 sm:grid-cols-2 sm:gap-4 md:mt-8 ${columns[across]}`}>
          {reasons.map((reason, place) => {
            const Icon = icons[place]
            return (
              <li
                key={reason.title}
                className="rounded-card bg-card grid grid-cols-[48px_minmax(0,1fr)] gap-x-4 p-4 sm:grid-cols-1 sm:content-start sm:p-6"
              >
                <span className="drop bg-indigo-tint text-indigo row-span-2 grid size-12 place-items-center">
                  {Icon ? <Icon size={24} /> : null}
                </span>
                <h3 className="heading-small sm:mt-4">{reason.title}</h3>
                <p className="text-muted mt-1 sm:mt-2">{reason.words}</p>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
