const name = 'labalaba-round'
/** What tabs take turns in: sending steps, or photos, which take longer. */
type Turn = 'steps' | 'photos'
/** How long a tab waits for another that is sending, in milliseconds. */
const patience = 20_000

/**
 * Runs `act` while no other tab of this browser does. If the browser lacks locks, or another tab holds the lock too long,
 * it runs anyway: the server performs each act once, however often it is sent.
 */
export async function inTurn(turn: Turn, act: () => Promise<void>): Promise<void> {
  if (!globalThis.navigator?.locks) return await act()
  let begun = false
  try {
    await navigator.locks.request(`${name}:${turn}`, { signal: AbortSignal.timeout(patience) }, async () => {
      begun = true
      await act()
    })
  } catch (failure) {
    if (begun) throw failure
    await act()
  }
}

/** The id by which a tab recognises its own messages. */
let self = ''
function selfName(): string {
  self ||= crypto.randomUUID()
  return self
}

/** Tells the other tabs that an act was done or sent. */
export function tellTabs(): void {
  if (!('BroadcastChannel' in globalThis)) return
  const tabs = new BroadcastChannel(name)
  tabs.postMessage(selfName())
  tabs.close()
}

/** Calls `listener` when another tab did or sent an act; returns a function that stops this. */
export function onOtherTabs(listener: () => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const tabs = new BroadcastChannel(name)
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data !== selfName()) listener()
  }
  return () => tabs.close()
}
