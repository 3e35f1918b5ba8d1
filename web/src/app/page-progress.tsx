import { useSyncExternalStore } from 'react'
import * as copy from '../copy/app.ts'
import { useDelayed } from '../lib/hooks.ts'
import { signal } from '../lib/store.ts'

let loading = 0
const changed = signal()

/** Counts a page's files as loading until they have arrived or failed. */
export async function whileLoading<T>(files: Promise<T>): Promise<T> {
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
