/** The methods of a browser storage that we use. They do nothing if the user has switched storage off. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const nowhere: Shelf = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

/** The tab's storage; a stand-in that stores nothing while pages are prerendered or if storage is refused. */
export function tabShelf(): Shelf {
  try {
    return globalThis.sessionStorage ?? nowhere
  } catch {
    return nowhere
  }
}

/** The storage that outlives the tab; the same stand-in if there is none. */
export function deviceShelf(): Shelf {
  try {
    return globalThis.localStorage ?? nowhere
  } catch {
    return nowhere
  }
}

/** Reads JSON that the user may have altered. Returns `undefined` for unreadable JSON and never throws. */
export function readJson(shelf: Shelf, key: string): unknown {
  try {
    const text = shelf.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes JSON. Returns false if the storage is full or refused. */
export function writeJson(shelf: Shelf, key: string, value: unknown): boolean {
  try {
    shelf.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export type Signal = { subscribe: (listener: () => void) => () => void; tell: () => void }

/** A list of listeners. `tell` calls each once; `subscribe` returns a function that unsubscribes. */
export function signal(): Signal {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell() {
      for (const listener of listeners) listener()
    },
  }
}
