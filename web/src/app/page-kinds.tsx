import { type ComponentType, type LazyExoticComponent, lazy, useSyncExternalStore } from 'react'
import { Route } from 'react-router'
import * as copy from '../copy/app.ts'
import { useDelayed } from '../lib/hooks.ts'
import { signal } from '../lib/store.ts'

let loading = 0
const changed = signal()

/** Counts a page's files as loading until they have arrived or failed. */
async function whileLoading<T>(files: Promise<T>): Promise<T> {
  loading += 1
  changed.tell()
  try {
    return await files
  } finally {
    loading -= 1
    changed.tell()
  }
}

/** A thin line at the top while the next page's files are fetched: it confirms the tap. */
export function PageProgress() {
  const busy = useSyncExternalStore(
    changed.subscribe,
    () => loading > 0,
    () => false,
  )
  const shown = useDelayed(busy, 300)
  return shown ? (
    <div role="progressbar" aria-label={copy.opening} className="bg-sand fixed inset-x-0 top-0 z-50 h-1">
      <div className="motion-sweep bg-marigold h-full w-1/3" />
    </div>
  ) : null
}

type Page = ComponentType

/** Pages by their address as routes. */
export function routesOf(pages: Readonly<Record<string, Page>>) {
  return Object.entries(pages).map(([path, Shown]) => <Route key={path} path={path} element={<Shown />} />)
}

type Loaded<Name extends string> = Promise<Record<Name, Page>>

/** A page whose code is fetched when it is opened. */
export function page<Name extends string>(name: Name, load: () => Loaded<Name>): LazyExoticComponent<Page> {
  return lazy(async () => ({ default: (await whileLoading(load()))[name] }))
}

/** Returns the same promise for files that are loaded already: a new `import` would resolve a few tasks later. */
export function memoizeImport<Files>(load: () => Promise<Files>): () => Promise<Files> {
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

export const fetchAnswerCache = memoizeImport(() => import('./providers.tsx'))

/** A page that makes requests: the query cache is loaded together with it, not before it. */
export function queryPage<Name extends string>(
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
 * A page whose lower parts load later if their HTML is prerendered. Otherwise they load with it, so that the page has
 * its full height immediately, for an address with a `#` and for going back.
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
