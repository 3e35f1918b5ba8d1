import * as z from 'zod/mini'
import { profile } from './account.ts'
import { endpoint } from './endpoint.ts'
import { name } from './name.ts'

/** The most passkeys of one account. */
export const passkeysAtOnce = 10

const bytes = (longest: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(longest))
/** WebAuthn allows 1,023 bytes, which are 1,364 characters in base64url. */
const credentialId = bytes(1364)
const transports = z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))

const knownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** The options for `navigator.credentials.get`, with WebAuthn's names. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Empty if the user chooses among all their passkeys of this site. */
  allowCredentials: z.array(knownCredential),
})

/** The options for `navigator.credentials.create`, with WebAuthn's names. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})

/** The signed data of an authenticator, in base64url. */
export const assertion = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(8000),
  /** The owner of the passkey, as stored in the authenticator when it was created. */
  userHandle: z.optional(bytes(100)),
})
export type Assertion = z.infer<typeof assertion>

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof passkey>

export const listPasskeys = endpoint('GET /v0/account/passkeys', {
  summary: 'The passkeys of the account, the newest first.',
  access: 'account',
  reply: z.object({ passkeys: z.array(passkey) }),
})

export const startPasskey = endpoint('POST /v0/account/passkeys/challenge', {
  summary: 'Begins adding a passkey. The challenge works once, for five minutes, in this session alone.',
  access: 'account',
  recent: true,
  reply: creationOptions,
  refusals: ['many_passkeys', 'sign_in_again'],
})

export const addPasskey = endpoint('POST /v0/account/passkeys', {
  summary:
    'Adds a passkey and tells the owner by mail. Without a name, it gets the name of the browser. An account can have ten at most.',
  access: 'account',
  recent: true,
  body: z.strictObject({
    name: z.optional(name),
    id: credentialId,
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports,
  }),
  reply: passkey,
  refusals: ['passkey_refused', 'many_passkeys', 'sign_in_again'],
})

export const removePasskey = endpoint('DELETE /v0/account/passkeys/:passkey', {
  summary: 'Removes a passkey and tells the owner by mail.',
  access: 'account',
  recent: true,
  params: z.object({ passkey: z.string().check(z.uuid()) }),
  reply: z.object({}),
  refusals: ['not_found', 'sign_in_again'],
})

export const startPasskeySignIn = endpoint('POST /v0/session/passkey/challenge', {
  summary:
    'Begins logging in with a passkey. The challenge works once, for five minutes, in the browser that gets the cookie of this answer.',
  access: 'public',
  reply: requestOptions,
  refusals: ['too_many'],
})

export const passkeySignIn = endpoint('POST /v0/session/passkey', {
  summary:
    'Logs in with a passkey, which counts as password and second factor together. Every refusal has the same answer.',
  access: 'public',
  body: assertion,
  reply: z.object({ details: profile, authid: z.string(), expiresAt: z.string() }),
  refusals: ['passkey_refused', 'suspended', 'too_many'],
})

export const startPasskeyConfirmation = endpoint('POST /v0/session/confirmation/passkey/challenge', {
  summary: 'Begins giving a passkey instead of the password within a session.',
  access: 'account',
  reply: requestOptions,
  refusals: ['no_passkey'],
})

export const confirmWithPasskey = endpoint('POST /v0/session/confirmation/passkey', {
  summary: 'Gives a passkey of the account within a session, for calls that need a recent password.',
  access: 'account',
  body: assertion,
  reply: z.object({}),
  refusals: ['passkey_refused', 'too_many'],
})
