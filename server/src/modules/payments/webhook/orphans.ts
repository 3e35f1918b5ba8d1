import { hasCase, openCase } from '../../cases/index.ts'
import type { Provider } from '../paystack/paystack.ts'
import { settleFromPaystack } from '../settle.ts'
import * as events from './repository.ts'

/** A webhook may arrive before its attempt is committed; after this time, in milliseconds, the payment is not ours. */
const patience = 15 * 60 * 1000
/** More than these come only if something else is wrong; the next run takes the rest. */
const batch = 20

/**
 * Opens cases for webhooks about money for a payment that we do not know. Paystack is queried first; if it does not
 * respond, the next run tries again. Returns how many cases were opened.
 */
export async function watchOrphans(provider: Provider): Promise<number> {
  const { db, clock, paystack } = provider
  const now = clock.now()
  let opened = 0
  for (const { id, reference } of await events.orphans(db, new Date(now.getTime() - patience), batch)) {
    const found = await settleFromPaystack(provider, reference)
    if (found?.answered) await events.closeEvent(db, id, 'applied', now)
    if (found) continue
    const truth = await paystack.verify(reference, 'later')
    if (truth.kind === 'unknown') continue
    const money = truth.kind === 'yes' ? truth.value : null
    if (money && money.domain !== paystack.domain) await events.closeEvent(db, id, 'ignored', now)
    else if (!(await hasCase(db, 'unknown_at_paystack', reference)))
      await db.transaction().execute(async (tx) => {
        const said = { theirs_state: money?.status ?? 'unknown', theirs_amount: money?.amount ?? null }
        const about = { subject: reference, amount: money?.currency === 'NGN' ? money.amount : null }
        if (await openCase(tx, { kind: 'orphan_webhook', ...about, found: said }, now)) opened += 1
      })
  }
  return opened
}
