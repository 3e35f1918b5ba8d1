const name = 'session'

/** Tells the other tabs of this browser that the owner of this account signs out here. */
export function tellTabsOfLeaving(email: string): void {
  if (!('BroadcastChannel' in globalThis)) return
  const tabs = new BroadcastChannel(name)
  tabs.postMessage(email)
  tabs.close()
}

/** Calls back with the account whose owner has signed out in some tab; answers how to stop. */
export function onLeftInOtherTab(listener: (email: string) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const tabs = new BroadcastChannel(name)
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data)
  }
  return () => tabs.close()
}
