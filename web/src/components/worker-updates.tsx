import { createRoot } from 'react-dom/client'
import * as copy from '../copy/components.ts'
import { currentToken } from '../lib/session.ts'
import { hasWorker, messageWorker, startWorker } from '../lib/worker.ts'
import { Button } from './button.tsx'

/** How often an open page checks whether there is a newer version, in milliseconds. */
const often = 60 * 60 * 1000

/** The version that the built page states in its head. */
const ownVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content

let watching: Promise<void> | undefined

/** Starts the service worker and reports newer versions; calling it again has no effect. Call it when the page is idle. */
export function watchForUpdates(): Promise<void> {
  watching ??= startWatching()
  return watching
}

async function startWatching(): Promise<void> {
  // A visitor who came only to pay, or to read what was shared with them, does not get a worker and its files.
  if (currentToken() === null && !(await hasWorker())) return
  const registration = await startWorker()
  if (!registration) return
  const check = () => void handleWaiting(registration)
  check()
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => coming.state === 'installed' && check())
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < often) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/**
 * A newer worker is waiting. If it is of this page's version, it takes over unnoticed; else the user chooses when. A
 * worker without a version is not one of ours any more: it was deployed to end the current one.
 */
async function handleWaiting({ waiting, active }: ServiceWorkerRegistration): Promise<void> {
  if (!waiting || !active) return
  const version = await messageWorker(waiting, { ask: 'version' })
  if (version === ownVersion()) waiting.postMessage({ ask: 'take over' })
  else if (typeof version === 'string') showNewer(() => reloadWith(waiting))
}

/** Reloads once the new worker has taken over, and in any case after three seconds. */
function reloadWith(waiting: ServiceWorker): void {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting.postMessage({ ask: 'take over' })
  setTimeout(reload, 3000)
}

let isShown = false

/** A React root of its own, so that no page includes what it hardly ever shows. */
function showNewer(onReload: () => void): void {
  if (isShown) return
  isShown = true
  const place = document.createElement('div')
  document.body.append(place)
  const tree = createRoot(place)
  const leave = () => {
    tree.unmount()
    place.remove()
    isShown = false
  }
  tree.render(<NewerVersion onReload={onReload} onLater={leave} />)
}

type NewerProps = { onReload: () => void; onLater: () => void }

/** Shows that there is a newer version. Nothing happens before the user chooses it, as they may be typing. */
function NewerVersion({ onReload, onLater }: NewerProps) {
  return (
    <aside
      aria-label={copy.newer}
      className="rounded-button border-indigo bg-card shadow-lift fixed inset-x-4 bottom-4 z-40 mx-auto max-w-120 border-2 p-4 print:hidden"
    >
      <div role="status">
        <p className="font-semibold">{copy.newerTitle}</p>
        <p className="text-muted">{copy.newerWords}</p>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button onClick={onLater}>{copy.notNow}</Button>
        <Button look="primary" onClick={onReload}>
          {copy.reload}
        </Button>
      </div>
    </aside>
  )
}
