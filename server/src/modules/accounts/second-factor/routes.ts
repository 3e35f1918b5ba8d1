import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Secret } from '../../../infra/config/secret.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { confirmFactor, endFactor, factorStatus, startFactor } from './settings.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** Serves switching the user's own second factor on and off. */
export function factorRoutes(server: Server, deps: Dependencies): void {
  serve(server, contract.readSecondFactor, async ({ actor }) => ({
    data: await factorStatus(deps.db, actor),
  }))
  serve(server, contract.startSecondFactor, async ({ actor }) => ({
    data: { enrol: await startFactor(deps, actor) },
  }))
  serve(server, contract.confirmSecondFactor, async ({ actor, body, ...origin }) => ({
    data: { recoveryCodes: await confirmFactor(deps, actor, body.code, origin) },
  }))
  serve(server, contract.endSecondFactor, async ({ actor }) => {
    await endFactor(deps, actor)
    return { data: {} }
  })
}
