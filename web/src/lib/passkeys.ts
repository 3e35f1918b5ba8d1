import {
  type Assertion,
  addPasskey,
  confirmWithPasskey,
  passkeySignIn,
  type ReplyOf,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '@labalaba/contract'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import * as copy from '../copy/components.ts'
import { ApiFailure, call } from './api.ts'

/**
 * Signs in with a passkey that the user chooses. The caller stores the session. Throws ApiFailure, also if none is
 * chosen.
 */
export async function enterByPasskey(): Promise<ReplyOf<typeof passkeySignIn>> {
  const { data: options } = await call(startPasskeySignIn)
  const { data } = await call(passkeySignIn, { body: await sign(options) })
  return data
}

/** Confirms with a passkey instead of the password, within a session. Throws as `enterByPasskey` does. */
export async function confirmByPasskey(): Promise<void> {
  const { data: options } = await call(startPasskeyConfirmation)
  await call(confirmWithPasskey, { body: await sign(options) })
}

/**
 * Creates a passkey and adds it to the account; without a name it is named after the browser. Throws as
 * `enterByPasskey` does.
 */
export async function makePasskey(name: string): Promise<void> {
  const { data: options } = await call(startPasskey)
  const { id, response } = await ceremony(() => startRegistration({ optionsJSON: options }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  await call(addPasskey, {
    body: { id, clientDataJSON, attestationObject, transports, ...(name !== '' && { name }) },
  })
}

async function sign(options: ReplyOf<typeof startPasskeySignIn>): Promise<Assertion> {
  const { id, response } = await ceremony(() => startAuthentication({ optionsJSON: options }))
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** Runs the browser's passkey dialog. Its errors become ApiFailure too, so that every screen shows their message. */
async function ceremony<T>(start: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new ApiFailure(400, 'passkey_unsupported', copy.passkeyUnsupported)
  try {
    return await start()
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new ApiFailure(400, 'passkey_unused', isThere ? copy.passkeyExists : copy.passkeyUnused)
  }
}
