import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const readSite = endpoint('GET /v0/site', {
  summary: 'What kind of install this is.',
  access: 'public',
  reply: z.object({ demo: z.boolean(), paymentsConfigured: z.boolean() }),
})
