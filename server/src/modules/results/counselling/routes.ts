import * as contract from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { liveConsent } from '../../consents/index.ts'
import { ownOrder } from '../../orders/index.ts'
import { isWorkedOn } from '../reports/reports.ts'
import * as repository from './repository.ts'
import { noteTalk, type Talk, talksOf } from './talks.ts'

type Dependencies = { readonly db: Db; readonly clock: Clock }

/** How many waiting orders are listed at most. */
const toldOf = 100

/** Notes of doctors about talks with their patients, before results are released. */
export function counsellingRoutes(server: Server, { db, clock }: Dependencies): void {
  serve(server, contract.readCounselling, async ({ actor, params }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order?.paid_at) throw new DomainError('not_found')
    const [talks, consent] = await Promise.all([talksOf(db, order), liveConsent(db, order, clock.now())])
    const agreed = consent?.sensitive ?? false
    const tests = talks.map((talk) => presentTalk(talk, agreed))
    return { data: { agreed, isOpen: isWorkedOn(order), tests } }
  })
  serve(server, contract.noteCounselling, async ({ actor, params, body }) => {
    const order = await ownOrder(db, actor.accountId, params.reference)
    if (!order) throw new DomainError('not_found')
    const of = { id: order.id, accountId: actor.accountId }
    const at = await db.transaction().execute((tx) => noteTalk(tx, clock, of, body))
    return { data: { at: at.toISOString() } }
  })
  serve(server, contract.listWaitingTalks, async ({ actor }) => {
    return { data: await repository.waitingTalksOf(db, actor.accountId, clock.now(), toldOf) }
  })
}

/**
 * Without the patient's consent, the doctor must not learn whether a result is released: they always see their newest note,
 * whatever version it was for.
 */
function presentTalk(
  { position, code, name, because, isOut, ...talk }: Talk,
  agreed: boolean,
): contract.ToCounsel {
  const noted = agreed ? talk.noted : talk.lastNoted
  return {
    ...{ position, test: code, name, because, isOut: agreed && isOut },
    noted: noted ? { at: noted.noted_at.toISOString(), note: noted.note } : null,
  }
}
