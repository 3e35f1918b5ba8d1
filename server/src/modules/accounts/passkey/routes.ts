import * as contract from '@labalaba/contract'
import { newDevice } from '../../../infra/http/device.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { presentPasskeyEntry } from '../present.ts'
import {
  addOwnPasskey,
  ownPasskeys,
  type PasskeyDependencies,
  removeOwnPasskey,
  startAdding,
} from './passkeys.ts'
import { confirmByPasskey, signInWithPasskey, startConfirming, startSignIn } from './use.ts'

/** Serves adding and removing the user's own passkeys, logging in with one, and giving one instead of the password. */
export function passkeyRoutes(server: Server, deps: PasskeyDependencies): void {
  serve(server, contract.listPasskeys, async ({ actor }) => ({
    data: { passkeys: await ownPasskeys(deps.db, actor.accountId) },
  }))
  serve(server, contract.startPasskey, async ({ actor }) => ({ data: await startAdding(deps, actor) }))
  serve(server, contract.addPasskey, async ({ actor, body, agent }) => ({
    data: await addOwnPasskey(deps, actor, body, agent),
  }))
  serve(server, contract.removePasskey, async ({ actor, params }) => {
    await removeOwnPasskey(deps, actor, params.passkey)
    return { data: {} }
  })
  serve(server, contract.startPasskeySignIn, async ({ address, device }) => {
    const known = device ?? newDevice()
    return { data: await startSignIn(deps, { address, device: known }), device: known }
  })
  serve(server, contract.passkeySignIn, async ({ body, address, agent, device, log }) => {
    const known = device ?? newDevice()
    const entry = await signInWithPasskey(deps, body, { address, agent, device: known }, log)
    return { data: presentPasskeyEntry(entry), device: known }
  })
  serve(server, contract.startPasskeyConfirmation, async ({ actor }) => ({
    data: await startConfirming(deps, actor),
  }))
  serve(server, contract.confirmWithPasskey, async ({ actor, body, log }) => {
    await confirmByPasskey(deps, actor, body, log)
    return { data: {} }
  })
}
