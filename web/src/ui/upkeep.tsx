import { createRoot } from 'react-dom/client'
import { currentToken } from '../lib/session.ts'
import { askWorker, hasWorker, startWorker } from '../lib/worker.ts'
import { NewerVersion } from './newer-version.tsx'

/** How often a page that stays open asks whether there is a newer version, in milliseconds. */
const often = 60 * 60 * 1000

/** What the built page says that it is. */
const ownVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content

let kept: Promise<void> | undefined

/** Starts the worker and tells of newer versions; asking again does nothing. Ask when the page has nothing better to do. */
export function keepUp(): Promise<void> {
  kept ??= keep()
  return kept
}

async function keep(): Promise<void> {
  // Whoever came only to pay, or to read what was shared with them, is not made to keep anything.
  if (currentToken() === null && !(await hasWorker())) return
  const registration = await startWorker()
  if (!registration) return
  const look = () => void meet(registration)
  look()
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => coming.state === 'installed' && look())
  })
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < often) return
    asked = Date.now()
    registration.update().catch(() => undefined)
  })
}

/**
 * A newer worker waits. Of the version that this page is of, it takes over unseen; else the person says when. One that
 * says nothing of its version is none of ours any more: it has come to end the one that is here.
 */
async function meet({ waiting, active }: ServiceWorkerRegistration): Promise<void> {
  if (!waiting || !active) return
  const version = await askWorker(waiting, { ask: 'version' })
  if (version === ownVersion()) waiting.postMessage({ ask: 'take over' })
  else if (typeof version === 'string') tellOfNewer(() => reloadWith(waiting))
}

/** Reloads once the new worker has taken over, and anyway after a while. */
function reloadWith(waiting: ServiceWorker): void {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting.postMessage({ ask: 'take over' })
  setTimeout(reload, 3000)
}

let told = false

/** Its own small tree, so that no page carries what it hardly ever shows. */
function tellOfNewer(onReload: () => void): void {
  if (told) return
  told = true
  const place = document.createElement('div')
  document.body.append(place)
  const tree = createRoot(place)
  const leave = () => {
    tree.unmount()
    place.remove()
    told = false
  }
  tree.render(<NewerVersion onReload={onReload} onLater={leave} />)
}
