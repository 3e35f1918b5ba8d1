import { type ComponentType, lazy, Suspense, useState } from 'react'

/** Part of a page whose code is fetched when somebody reads on; until then its HTML, written ahead, is read. */
export type Later<Props> = {
  Block: ComponentType<Props>
  /** Fetches the code, unless the HTML of this very block is there to be read. */
  fetchUnlessWritten: () => Promise<void>
}

/**
 * A block far down a page. `id` is the block's own, in the whole product. On a page written ahead React leaves the
 * block's HTML as it is until somebody scrolls, points or types; anywhere else the block is fetched at once.
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
    // What was written can be read without its code: better that than an error in its place.
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

/** Resolves at the first sign that somebody reads on, or that the page was opened at a place in it. */
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
