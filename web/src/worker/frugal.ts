declare const self: ServiceWorkerGlobalScope

/** Not every browser has these two, and TypeScript knows neither in a worker. */
type Known = {
  navigator: { connection?: { saveData?: boolean; effectiveType?: string } }
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
}

/**
 * Whether data is dear here: the browser or the person wants to save it, or the network is of the slowest kind. The same
 * words as `lib/saving.ts` keeps.
 */
export async function isDataDear(): Promise<boolean> {
  const { navigator, cookieStore } = self as unknown as Known
  const choice = await cookieStore?.get('data_saver').catch(() => null)
  if (choice) return choice.value === 'on'
  const { saveData = false, effectiveType = '' } = navigator.connection ?? {}
  return saveData || effectiveType.endsWith('2g')
}
