import * as contract from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Server, serve } from '../../platform/http.ts'
import type { Secret } from '../../platform/secret.ts'
import { confirmFactor, endFactor, factorStatus, startFactor } from './settings.ts'

type Needs = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** Serves switching the own second factor on and off. */
export function factorRoutes(server: Server, needs: Needs): void {
  serve(server, contract.readSecondFactor, async ({ actor }) => ({
    data: await factorStatus(needs.db, actor),
  }))
  serve(server, contract.startSecondFactor, async ({ actor }) => ({
    data: { enrol: await startFactor(needs, actor) },
  }))
  serve(server, contract.confirmSecondFactor, async ({ actor, body, ...origin }) => ({
    data: { recoveryCodes: await confirmFactor(needs, actor, body.code, origin) },
  }))
  serve(server, contract.endSecondFactor, async ({ actor }) => {
    await endFactor(needs, actor)
    return { data: {} }
  })
}
