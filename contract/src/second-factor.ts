import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const readSecondFactor = endpoint('GET /v0/account/second-factor', {
  summary: 'Whether the account logs in with an authenticator app, and how many recovery codes are left.',
  access: 'account',
  reply: z.object({
    isOn: z.boolean(),
    /** Staff cannot log in without one, so they cannot switch it off. */
    isRequired: z.boolean(),
    /** Of ten; 0 if it is off. */
    recoveryCodesLeft: z.number(),
  }),
})

export const startSecondFactor = endpoint('POST /v0/account/second-factor', {
  summary:
    'Answers a new key for an authenticator app. A login asks for its digits only after they were confirmed. Refuses `wrong_state` if an app is set up, and for staff, who set up theirs when they log in.',
  access: 'account',
  recent: true,
  reply: z.object({ enrol: z.object({ key: z.string(), uri: z.string() }) }),
  refusals: ['wrong_state', 'sign_in_again'],
})

export const confirmSecondFactor = endpoint('POST /v0/account/second-factor/confirmation', {
  summary:
    'Switches the second factor on with the first six digits of the app, answers the recovery codes, and tells the owner by mail.',
  access: 'account',
  recent: true,
  body: z.strictObject({ code: z.string().check(z.trim(), z.minLength(6), z.maxLength(20)) }),
  reply: z.object({
    /** Ten recovery codes for a lost phone, shown only now. */
    recoveryCodes: z.array(z.string()),
  }),
  refusals: ['wrong_factor_code', 'wrong_state', 'too_many', 'sign_in_again'],
})

export const endSecondFactor = endpoint('DELETE /v0/account/second-factor', {
  summary:
    'Switches the second factor off and tells the owner by mail. Asking twice is harmless. Refuses `wrong_state` for staff.',
  access: 'account',
  recent: true,
  reply: z.object({}),
  refusals: ['wrong_state', 'sign_in_again'],
})
