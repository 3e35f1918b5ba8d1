import * as contract from '@labalaba/contract'
import { newDevice } from '../../platform/device.ts'
import { type Server, serve } from '../../platform/http.ts'
import { presentPasskeyEntry } from '../present.ts'
import { addOwnPasskey, ownPasskeys, type PasskeyNeeds, removeOwnPasskey, startAdding } from './passkeys.ts'
import { confirmByPasskey, signInWithPasskey, startConfirming, startSignIn } from './use.ts'

/** Serves adding and removing the own passkeys, logging in with one, and giving one in place of the password. */
export function passkeyRoutes(server: Server, needs: PasskeyNeeds): void {
  serve(server, contract.listPasskeys, async ({ viewer }) => ({
    data: { passkeys: await ownPasskeys(needs.db, viewer.accountId) },
  }))
  serve(server, contract.startPasskey, async ({ viewer }) => ({ data: await startAdding(needs, viewer) }))
  serve(server, contract.addPasskey, async ({ viewer, body, agent }) => ({
    data: await addOwnPasskey(needs, viewer, body, agent),
  }))
  serve(server, contract.removePasskey, async ({ viewer, params }) => {
    await removeOwnPasskey(needs, viewer, params.passkey)
    return { data: {} }
  })
  serve(server, contract.startPasskeySignIn, async ({ address, device }) => {
    const known = device ?? newDevice()
    return { data: await startSignIn(needs, { address, device: known }), device: known }
  })
  serve(server, contract.passkeySignIn, async ({ body, address, agent, device, log }) => {
    const known = device ?? newDevice()
    const entry = await signInWithPasskey(needs, body, { address, agent, device: known }, log)
    return { data: presentPasskeyEntry(entry), device: known }
  })
  serve(server, contract.startPasskeyConfirmation, async ({ viewer }) => ({
    data: await startConfirming(needs, viewer),
  }))
  serve(server, contract.confirmWithPasskey, async ({ viewer, body, log }) => {
    await confirmByPasskey(needs, viewer, body, log)
    return { data: {} }
  })
}
