import { hasCase, openCase } from '../../case/index.ts'
import type { Provider } from '../paystack/paystack.ts'
import { lookUp } from '../settle.ts'
import * as events from './repository.ts'

/** An attempt that is just being written down may be heard of first; after so long, in milliseconds, it is not ours. */
const patience = 15 * 60 * 1000
/** More than these come only where something else is wrong; the next look takes on the rest. */
const batch = 20

/**
 * Brings to operators the money that Paystack has told of, for a payment that we do not know. Paystack is asked about it
 * first; where it does not answer, the next look does. Answers how many cases were opened.
 */
export async function watchOrphans(provider: Provider): Promise<number> {
  const { db, clock, paystack } = provider
  const now = clock.now()
  let opened = 0
  for (const { id, reference } of await events.orphans(db, new Date(now.getTime() - patience), batch)) {
    const found = await lookUp(provider, reference)
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
