import { createHmac, timingSafeEqual } from 'node:crypto'

/** Constant-time comparison with the lower-case hex HMAC-SHA512 of the raw bytes (Paystack's webhook documentation). */
export function matches(body: Buffer, signature: string | undefined, secret: string): boolean {
  if (!signature || !/^[0-9a-f]{128}$/.test(signature)) return false
  const expected = createHmac('sha512', secret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
