/** What a browser store gives us, or nothing where the person has switched storage off. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const nowhere: Shelf = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

/** The tab's own storage; an empty stand-in while pages are built ahead, or where storage is refused. */
export function tabShelf(): Shelf {
  try {
    return globalThis.sessionStorage ?? nowhere
  } catch {
    return nowhere
  }
}

/** The storage that outlives the tab; the same stand-in where there is none. */
export function deviceShelf(): Shelf {
  try {
    return globalThis.localStorage ?? nowhere
  } catch {
    return nowhere
  }
}

/** Reads JSON that anybody may have altered; anything unreadable is `undefined`, never a throw. */
export function readJson(shelf: Shelf, key: string): unknown {
  try {
    const text = shelf.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes JSON and says whether it stayed; a full or refused storage answers false. */
export function writeJson(shelf: Shelf, key: string, value: unknown): boolean {
  try {
    shelf.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export type Signal = { subscribe: (listener: () => void) => () => void; tell: () => void }

/** A list of listeners. `tell` calls each once; `subscribe` answers how to stop. */
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
