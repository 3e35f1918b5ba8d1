import * as z from 'zod/mini'
import { orderParams } from './booking.ts'
import { endpoint } from './endpoint.ts'

const pdf = { method: 'GET', file: 'application/pdf', reply: z.unknown(), refusals: ['not_found'] } as const

export const downloadReceipt = endpoint({
  ...pdf,
  path: '/v0/orders/:reference/receipt',
  summary: "The receipt of the signed-in account's own paid order.",
  access: 'account',
  params: orderParams,
})

export const downloadLinkReceipt = endpoint({
  ...pdf,
  path: '/v0/payment-links/:token/receipt',
  summary:
    'The receipt of what was paid through a link. It names tests only if the owner of the order chose so.',
  access: 'public',
  params: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
})
