import { isLoopback } from '../../../infra/http/loopback.ts'

/**
 * Whether payers may be sent to this page to pay: https at a host of Paystack's or at the host that we call at `provider`;
 * on this machine, where the provider is its simulator, http too. So a forged response leads no payer elsewhere.
 */
export function isCheckoutAddress(address: string, provider: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(provider)) return false
  const [{ protocol, hostname }, { hostname: called }] = [new URL(address), new URL(provider)]
  if (isLoopback(hostname)) return isLoopback(called) && ['http:', 'https:'].includes(protocol)
  return protocol === 'https:' && (hostname === called || /(^|\.)paystack\.com$/.test(hostname))
}
