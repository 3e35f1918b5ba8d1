import type { ReactNode } from 'react'

/** One component in one state, with the state's name above it. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 space-y-2">
      <p className="text-small text-muted">{name}</p>
      <div>{children}</div>
    </div>
  )
}

/** Samples side by side if there is room. */
export function Samples({ children }: { children: ReactNode }) {
  return <div className="grid gap-6 sm:grid-cols-2">{children}</div>
}

/** Samples that are small. */
export function SmallSamples({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-end gap-x-8 gap-y-6">{children}</div>
}
