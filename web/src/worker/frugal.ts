declare const self: ServiceWorkerGlobalScope

/** Not every browser has these two, and TypeScript does not know them in a worker. */
type BrowserExtras = {
  navigator: { connection?: { saveData?: boolean; effectiveType?: string } }
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
}

/**
 * Whether data is expensive here: the browser or the user wants to save it, or the network is of the slowest kind.
 * Reads the same cookie as `lib/saving.ts`.
 */
export async function isDataDear(): Promise<boolean> {
  const { navigator, cookieStore } = self as unknown as BrowserExtras
  const choice = await cookieStore?.get('data_saver').catch(() => null)
  if (choice) return choice.value === 'on'
  const { saveData = false, effectiveType = '' } = navigator.connection ?? {}
  return saveData || effectiveType.endsWith('2g')
}
