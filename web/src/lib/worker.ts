type Script = { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy }
type Policy = { createScriptURL(url: string): string }

const address = '/sw.js'

/** The script's address as our content policy requires it: fixed in the code, so that no other can be injected. */
function trusted(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Script }
  return (
    trustedTypes?.createPolicy('worker', { createScriptURL: () => address }).createScriptURL('') ?? address
  )
}

let started: Promise<ServiceWorkerRegistration | null> | undefined

/** Registers the service worker once, which opens pages offline. Null if the browser cannot, or no worker was built. */
export function startWorker(): Promise<ServiceWorkerRegistration | null> {
  started ??= register()
  return started
}

/** Whether the worker was registered on this device before. */
export async function hasWorker(): Promise<boolean> {
  return Boolean(await navigator.serviceWorker?.getRegistration().catch(() => undefined))
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!navigator.serviceWorker) return null
  try {
    return await navigator.serviceWorker.register(trusted(), { updateViaCache: 'none' })
  } catch {
    // No worker was built, storage is switched off, or the network failed: the next page tries again.
    return null
  }
}

/** How long a worker may take to respond, in milliseconds; it may have to fetch files first. */
const answersWithin = 60_000

/** Sends a message to a worker and returns its response, or undefined if none comes. */
export async function messageWorker(worker: ServiceWorker, question: object): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return await new Promise((resolve) => {
    const late = setTimeout(resolve, answersWithin)
    port1.onmessage = ({ data }) => {
      clearTimeout(late)
      port1.close()
      resolve(data)
    }
    worker.postMessage(question, [port2])
  })
}

/** Stores all files of a screen that must open offline on this device. Returns whether they are stored. */
export async function storeScreen(kit: string): Promise<boolean> {
  if (!(await startWorker())) return false
  const { active } = await navigator.serviceWorker.ready
  return active !== null && (await messageWorker(active, { ask: 'keep', kit })) === true
}
