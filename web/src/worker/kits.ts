/** Filled in at build time: the files of each screen that must open without a network. */
declare const __KITS__: Readonly<Record<string, readonly string[]>>

declare const __SHELL_FILES__: readonly string[]

/** The cache with the files of the empty page; it stays empty where data is expensive. */
export const shellCache = 'labalaba-shell'

const prefix = 'labalaba-kit-'

/** Whether there is a screen of that name whose files can be stored. */
export function isKit(name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(__KITS__, name)
}

const filesOf = (name: string) => [...(__KITS__[name] ?? []), ...__SHELL_FILES__]

/** Stores all files of a screen until no version needs them. Returns whether all are here; calling it again is cheap. */
export async function storeKit(name: string): Promise<boolean> {
  const kit = await caches.open(prefix + name)
  const found = [...(await kit.keys()), ...(await (await caches.open(shellCache)).keys())]
  const here = new Set(found.map(({ url }) => new URL(url).pathname))
  const missing = filesOf(name).filter((file) => !here.has(file))
  const done = await Promise.allSettled(missing.map((file) => kit.add(file)))
  return done.every(({ status }) => status === 'fulfilled')
}

async function storedKits(): Promise<string[]> {
  return (await caches.keys())
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
}

/** A new version fetches the files of the screens that are stored here, before it takes over. */
export async function renewKits(): Promise<void> {
  const done = await Promise.all((await storedKits()).filter(isKit).map(storeKit))
  if (!done.every(Boolean)) throw new Error('a screen that is kept here could not be renewed')
}

declare const self: ServiceWorkerGlobalScope

/**
 * Deletes files that no screen of this version has, unless a second window is open: it may run the previous version and
 * would not find its parts without a network. The next call deletes them then.
 */
export async function dropOldKits(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.length > 1) return
  for (const name of await storedKits()) {
    if (!isKit(name)) await caches.delete(prefix + name)
    else {
      const kit = await caches.open(prefix + name)
      const old = (await kit.keys()).filter(({ url }) => !filesOf(name).includes(new URL(url).pathname))
      await Promise.all(old.map((file) => kit.delete(file)))
    }
  }
}

/** A file of a stored screen, if it is here. */
export async function inKits(request: Request): Promise<Response | undefined> {
  for (const name of await storedKits()) {
    const found = await caches.match(request, { cacheName: prefix + name, ignoreVary: true })
    if (found) return found
  }
  return undefined
}
