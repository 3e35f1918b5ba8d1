/** Whether a door code may be right, checked offline. If the browser cannot check, only the server does. */
export async function passesCheck(
  { salt, check }: { readonly salt: string; readonly check: string },
  code: string,
): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return true
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}:${code}`))
  return new Uint8Array(hash)[0]?.toString(16).padStart(2, '0') === check
}
