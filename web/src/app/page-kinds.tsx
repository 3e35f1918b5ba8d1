import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { whileLoading } from './page-progress.tsx'

type Page = ComponentType
type Loaded<Name extends string> = Promise<Record<Name, Page>>

/** A page whose code is fetched when it is opened. */
export function page<Name extends string>(name: Name, load: () => Loaded<Name>): LazyExoticComponent<Page> {
  return lazy(async () => ({ default: (await whileLoading(load()))[name] }))
}

/** Files that are here already are given at once, and not a few tasks later as `import` gives them. */
export function kept<Files>(load: () => Promise<Files>): () => Promise<Files> {
  let files: Promise<Files> | undefined
  return () => {
    if (!files) {
      files = load()
      files.catch(() => {
        files = undefined
      })
    }
    return files
  }
}

export const fetchAnswerCache = kept(() => import('./providers.tsx'))

/** A page that asks the server: the cache of answers arrives together with it, not before it. */
export function askingPage<Name extends string>(
  name: Name,
  load: () => Loaded<Name>,
): LazyExoticComponent<Page> {
  return lazy(async () => {
    const [loaded, { AnswerCache }] = await whileLoading(Promise.all([load(), fetchAnswerCache()]))
    const Inner: Page = loaded[name]
    return {
      default: () => (
        <AnswerCache>
          <Inner />
        </AnswerCache>
      ),
    }
  })
}

type Part = { fetchUnlessWritten: () => Promise<void> }
type LoadedInParts<Name extends string> = Promise<Record<Name, Page> & { parts: readonly Part[] }>

/**
 * A page whose lower parts come later where they can be read already. Where they cannot, they come with it: so the
 * page has its full height at once, for an address with a `#` and for the way back.
 */
export function longPage<Name extends string>(
  name: Name,
  load: () => LoadedInParts<Name>,
): LazyExoticComponent<Page> {
  async function whole() {
    const loaded = await load()
    await Promise.all(loaded.parts.map((part) => part.fetchUnlessWritten()))
    return loaded
  }
  return lazy(async () => ({ default: (await whileLoading(whole()))[name] }))
}
