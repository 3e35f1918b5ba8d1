import { Fragment, type ReactNode } from 'react'

/** Keys of a page that belong to no button, each with its effect. */
export type OtherKeys = readonly (readonly [keys: readonly string[], words: string])[]

/** Several keys for one action, side by side. */
export function EachKey({ keys }: { keys: readonly string[] }): ReactNode {
  return keys.map((key, place) => (
    <Fragment key={key}>
      {place > 0 ? ' ' : null}
      <kbd className="rounded-field border-border bg-card text-small inline-block min-w-6 border px-1.5 text-center leading-5">
        {key}
      </kbd>
    </Fragment>
  ))
}
