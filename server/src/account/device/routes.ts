import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import { endDevice, endOtherDevices, ownDevices } from './devices.ts'

/** Serves the list of browsers in which somebody is logged in, and ending their sessions. */
export function deviceRoutes(server: Server, needs: { readonly db: Db; readonly clock: Clock }): void {
  serve(server, contract.listOwnDevices, async ({ viewer }) => ({
    data: { devices: await ownDevices(needs, viewer) },
  }))
  serve(server, contract.endDevice, async ({ viewer, params }) => {
    await endDevice(needs, viewer, params.device)
    return { data: {} }
  })
  serve(server, contract.endOtherDevices, async ({ viewer }) => {
    await endOtherDevices(needs, viewer)
    return { data: {} }
  })
}
