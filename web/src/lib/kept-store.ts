type Act = (store: IDBObjectStore) => IDBRequest

/** A place in this browser's database for what is kept on the device. */
export type KeptStore = {
  /** Null where the browser keeps nothing for us: all of it lives in memory only. */
  readonly opened: () => Promise<IDBDatabase | null>
  /** Answers what was found or written, or undefined where nothing was, or could be. */
  readonly inStore: (mode: IDBTransactionMode, act: Act) => Promise<unknown>
}

async function open(name: string, onGone: () => void): Promise<IDBDatabase | null> {
  return await new Promise((resolve) => {
    try {
      const asked = indexedDB.open(name, 1)
      asked.onupgradeneeded = () => void asked.result.createObjectStore('kept')
      asked.onsuccess = () => {
        // Whoever signs out has it deleted, and an open one would keep that waiting.
        asked.result.onversionchange = () => {
          asked.result.close()
          onGone()
        }
        resolve(asked.result)
      }
      asked.onerror = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
}

/** Where the orders that can be read without a network stand (`feature/order/kept.ts`). */
export const ordersStore = 'labalaba-orders'

/** Deletes such a database with all that is in it, in this browser; where there is none, nothing happens. */
export function forgetStore(name: string): void {
  try {
    indexedDB.deleteDatabase(name)
  } catch {
    // The browser keeps nothing for us, so there is nothing to forget.
  }
}

/** The store `kept` of a database, which is opened when it is wanted first. */
export function keptStore(name: string): KeptStore {
  let asked: Promise<IDBDatabase | null> | undefined
  const opened = () => {
    asked ??= open(name, () => {
      asked = undefined
    })
    return asked
  }
  return {
    opened,
    async inStore(mode, act) {
      const store = await opened()
      if (!store) return undefined
      return await new Promise((resolve) => {
        const work = store.transaction('kept', mode)
        const done = act(work.objectStore('kept'))
        work.oncomplete = () => resolve(done.result)
        // Where the device is full, what was put is taken back only now.
        work.onabort = () => resolve(undefined)
      }).catch(() => undefined)
    },
  }
}
