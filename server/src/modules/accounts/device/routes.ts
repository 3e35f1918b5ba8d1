import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { endDevice, endOtherDevices, ownDevices } from './devices.ts'

/** Serves the list of browsers in which the user is logged in, and ending their sessions. */
export function deviceRoutes(server: Server, deps: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, contract.listOwnDevices, async ({ actor }) => ({
    data: { devices: await ownDevices(deps, actor) },
  }))
  serve(server, contract.endDevice, async ({ actor, params }) => {
    await endDevice(deps, actor, params.device)
    return { data: {} }
  })
  serve(server, contract.endOtherDevices, async ({ actor }) => {
    await endOtherDevices(deps, actor)
    return { data: {} }
  })
}
