import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A browser in which an account has logged in. */
export const ownDevice = z.object({
  id: z.string(),
  /** The kind of browser, such as “Chrome on Android”; empty if it was not recorded. */
  browser: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** Until when it is logged in; null if it is not. */
  sessionUntil: z.nullable(z.string()),
  /** Whether it is the browser that makes this request. */
  isThis: z.boolean(),
})
export type OwnDevice = z.infer<typeof ownDevice>

export const listOwnDevices = endpoint('GET /v0/account/devices', {
  summary: 'The browsers in which the account has logged in, the newest login first, at most twenty.',
  access: 'account',
  reply: z.object({ devices: z.array(ownDevice) }),
})

export const endDevice = endpoint('DELETE /v0/account/devices/:device', {
  summary:
    'Ends the session of a browser at once and forgets the browser. Its next login counts as a login from a new browser.',
  access: 'account',
  recent: true,
  params: z.object({ device: z.string().check(z.uuid()) }),
  reply: z.object({}),
  refusals: ['not_found', 'sign_in_again'],
})

export const endOtherDevices = endpoint('DELETE /v0/account/devices', {
  summary: 'Ends every session of the account except this one, and forgets every other browser.',
  access: 'account',
  recent: true,
  reply: z.object({}),
  refusals: ['sign_in_again'],
})
