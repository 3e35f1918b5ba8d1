import { applyAsPartner } from '@labalaba/contract'
import type { Db } from '../../db.ts'
import type { Clock } from '../../infra/clock.ts'
import type { Secret } from '../../infra/config/secret.ts'
import { type Server, serve } from '../../infra/http/http.ts'
import { apply } from './applications.ts'

export type PartnerDependencies = { readonly db: Db; readonly clock: Clock; readonly secret: Secret }

/** Applications of future partners. */
export function partnerRoutes(server: Server, deps: PartnerDependencies): void {
  serve(server, applyAsPartner, async ({ body, address }) => {
    await apply(deps, body, address)
    return { data: {} }
  })
}
