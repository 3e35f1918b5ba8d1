import type { ReactNode } from 'react'

const layouts = {
  /** Side by side if there is room. */
  grid: 'grid gap-6 sm:grid-cols-2',
  /** Small ones in a row. */
  row: 'flex flex-wrap items-end gap-x-8 gap-y-6',
  list: 'space-y-4',
} as const

type SamplesProps = { of: Readonly<Record<string, ReactNode>>; layout?: keyof typeof layouts }

/** Components, each under the name of the state that it shows. */
export function Samples({ of, layout = 'grid' }: SamplesProps) {
  return (
    <div className={layouts[layout]}>
      {Object.entries(of).map(([name, sample]) => (
        <div key={name} className="min-w-0 space-y-2">
          <p className="text-small text-muted">{name}</p>
          <div>{sample}</div>
        </div>
      ))}
    </div>
  )
}
