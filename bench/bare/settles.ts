import { kobo } from '@labalaba/contract'
import type { Db } from '../../server/src/db.ts'
import { systemClock } from '../../server/src/infra/clock.ts'
import { openLog } from '../../server/src/infra/observability/log.ts'
import { openPaystack } from '../../server/src/modules/payments/index.ts'
import { settle } from '../../server/src/modules/payments/settle.ts'

/** The product's own settling, with a Paystack that has taken ₦10,000 for every attempt and replies immediately. */
export function ourSettle(db: Db): (reference: string) => Promise<object> {
  const paystack = openPaystack('http://127.0.0.1:9', ['sk_test_bench'], openLog('silent'))
  const amount = kobo(1_000_000)
  const verify: typeof paystack.verify = async (reference) => ({
    kind: 'yes',
    value: {
      reference,
      status: 'success',
      amount,
      requestedAmount: amount,
      currency: 'NGN',
      domain: 'test',
      fee: kobo(25_000),
      channel: 'card',
      providerId: reference,
      paidAt: new Date(),
      cardSignature: null,
    },
  })
  const provider = { db, clock: systemClock, paystack: { ...paystack, verify } }
  return async (reference) => {
    const payment = await settle(provider, reference)
    if (payment?.state !== 'settled') throw new Error(`not settled: ${payment?.state}`)
    return {}
  }
}
