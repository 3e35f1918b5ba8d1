type Script = { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy }
type Policy = { createScriptURL(url: string): string }

const address = '/sw.js'

/** The address as our content policy wants it: named in the code, where nobody can put in another. */
function trusted(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Script }
  return (
    trustedTypes?.createPolicy('worker', { createScriptURL: () => address }).createScriptURL('') ?? address
  )
}

let started: Promise<ServiceWorkerRegistration | null> | undefined

/** Starts what opens pages without a network, once; null where the browser cannot, or nothing was built. */
export function startWorker(): Promise<ServiceWorkerRegistration | null> {
  started ??= register()
  return started
}

/** Whether it was started on this device before. */
export async function hasWorker(): Promise<boolean> {
  return Boolean(await navigator.serviceWorker?.getRegistration().catch(() => undefined))
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!navigator.serviceWorker) return null
  try {
    return await navigator.serviceWorker.register(trusted(), { updateViaCache: 'none' })
  } catch {
    // Nothing was built, somebody has switched storage off, or the network has gone: the next page tries again.
    return null
  }
}

/** How long a worker may take to answer, in milliseconds; files may have to come first. */
const answersWithin = 60_000

/** Asks a worker and gives its answer, or undefined where none comes. */
export async function askWorker(worker: ServiceWorker, question: object): Promise<unknown> {
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

/** Keeps on this device all files of a screen that must open without a network. Answers whether they are here. */
export async function keepScreen(kit: string): Promise<boolean> {
  if (!(await startWorker())) return false
  const { active } = await navigator.serviceWorker.ready
  return active !== null && (await askWorker(active, { ask: 'keep', kit })) === true
}
