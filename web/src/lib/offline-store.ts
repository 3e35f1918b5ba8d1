type Act = (store: IDBObjectStore) => IDBRequest

/** A store in this browser's database for data on the device. */
export type OfflineStore = {
  /** Null if the browser allows no database: all data then lives in memory only. */
  readonly opened: () => Promise<IDBDatabase | null>
  /** Returns what was found or written, or undefined if nothing was found or it failed. */
  readonly inStore: (mode: IDBTransactionMode, act: Act) => Promise<unknown>
}

async function open(name: string, onGone: () => void): Promise<IDBDatabase | null> {
  return await new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => void request.result.createObjectStore('kept')
      request.onsuccess = () => {
        // Signing out deletes the database, and an open connection would block that.
        request.result.onversionchange = () => {
          request.result.close()
          onGone()
        }
        resolve(request.result)
      }
      request.onerror = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
}

/** The database of the orders that can be read without a network (`features/orders/offline-orders.tsx`). */
export const ordersStore = 'labalaba-orders'

/** Deletes such a database with all its data in this browser. Does nothing if there is none. */
export function forgetStore(name: string): void {
  try {
    indexedDB.deleteDatabase(name)
  } catch {
    // The browser allows no database, so there is nothing to delete.
  }
}

/** The store `kept` of a database, which is opened on first use. */
export function offlineStore(name: string): OfflineStore {
  let opening: Promise<IDBDatabase | null> | undefined
  const opened = () => {
    opening ??= open(name, () => {
      opening = undefined
    })
    return opening
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
        // If the device is full, a write is undone only here.
        work.onabort = () => resolve(undefined)
      }).catch(() => undefined)
    },
  }
}
