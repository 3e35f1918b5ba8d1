const name = 'session'

/** Tells the other tabs of this browser that this account signs out here. */
export function tellTabsOfLeaving(email: string): void {
  if (!('BroadcastChannel' in globalThis)) return
  const tabs = new BroadcastChannel(name)
  tabs.postMessage(email)
  tabs.close()
}

/** Calls `listener` with the account that signed out in another tab. Returns a function that stops it. */
export function onLeftInOtherTab(listener: (email: string) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const tabs = new BroadcastChannel(name)
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data)
  }
  return () => tabs.close()
}
