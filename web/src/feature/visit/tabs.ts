const name = 'labalaba-round'
/** What tabs take turns in: sending steps, or photos, which take longer. */
type Turn = 'steps' | 'photos'
/** How long a tab waits for another that is sending, in milliseconds. */
const patience = 20_000

/**
 * Does something while no other tab of this browser does. Where the browser knows no such turns, or another tab keeps its
 * turn for too long, it is done all the same: the server does each act once, however often it comes.
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

/** By which a tab knows its own words: the browser brings them back to it. */
let self = ''
function selfName(): string {
  self ||= crypto.randomUUID()
  return self
}

/** Tells the other tabs that something was done, or sent. */
export function tellTabs(): void {
  if (!('BroadcastChannel' in globalThis)) return
  const tabs = new BroadcastChannel(name)
  tabs.postMessage(selfName())
  tabs.close()
}

/** Calls back when another tab did or sent something; answers how to stop. */
export function onOtherTabs(listener: () => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const tabs = new BroadcastChannel(name)
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data !== selfName()) listener()
  }
  return () => tabs.close()
}
