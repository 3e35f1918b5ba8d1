import { type ComponentType, lazy, Suspense, useState } from 'react'

/** Part of a page whose code is fetched when the user reads on; until then its prerendered HTML is shown. */
export type Later<Props> = {
  Block: ComponentType<Props>
  /** Fetches the code, unless the prerendered HTML of this block is on the page. */
  fetchUnlessWritten: () => Promise<void>
}

/**
 * A block far down a page. `id` is unique in the whole product. On a prerendered page React leaves the block's HTML
 * unchanged until the user scrolls, points or types; elsewhere the block is fetched immediately.
 */
export function later<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): Later<Props> {
  let here: ComponentType<Props> | undefined
  const isWritten = () => Boolean(globalThis.document?.getElementById(id))
  const fetchNow = async () => {
    here = await load()
    return here
  }
  const Waiting = lazy(async () => {
    if (!isWritten()) return { default: await fetchNow() }
    await wanted()
    // The prerendered HTML can be read without its code, which is better than an error in its place.
    return { default: await fetchNow().catch(() => new Promise<never>(() => undefined)) }
  })
  // biome-ignore lint/correctness/noComponentHookFactories: called once per block, when its page is loaded
  function Block(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => here ?? Waiting)
    return (
      <div id={id}>
        <Suspense>
          <Shown {...props} />
        </Suspense>
      </div>
    )
  }
  return {
    Block,
    async fetchUnlessWritten() {
      if (!here && !isWritten()) await fetchNow()
    },
  }
}

const signs = ['scroll', 'pointermove', 'pointerdown', 'click', 'keydown', 'popstate'] as const

/** Resolves at the first sign that the user reads on, or immediately if the page was opened at a position within it. */
function wanted(): Promise<void> {
  if (location.hash || scrollY > 0) return Promise.resolve()
  return new Promise((resolve) => {
    const listening = new AbortController()
    const { signal } = listening
    const go = () => {
      listening.abort()
      resolve()
    }
    for (const sign of signs) addEventListener(sign, go, { signal, passive: true })
  })
}
