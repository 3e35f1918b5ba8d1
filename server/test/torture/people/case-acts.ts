import {
  answerDispute,
  cancelOrderFor,
  creditRefund,
  giveBankDetails,
  giveUpSamplesFor,
  type MoneyCase,
  recordRefundReturn,
  recordReturn,
  refundPayment,
  releasePayment,
  retryRefund,
} from '@labalaba/contract'
import type { Desk } from './operator.ts'

type Act = MoneyCase['acts'][number]

/** Whether a case can be resolved in another way than closing it. */
export function canBeEnded({ acts }: MoneyCase): boolean {
  return acts.length > 0
}

/** Resolves a case in one of its ways. */
export async function endCase(desk: Desk, found: MoneyCase, act: Act): Promise<void> {
  const { operator } = desk
  const { subject } = found
  const [of, refund] = [{ reference: subject }, { id: subject }]
  const reason = 'what came was not what was due'
  const acts: Record<Act, () => Promise<unknown>> = {
    give_back: () =>
      operator.ask('return held', refundPayment, { params: of, body: { reason, key: 'held' } }),
    release: () => operator.ask('release', releasePayment, { params: of, body: {} }),
    retry: () => operator.ask('try refund again', retryRefund, { params: refund, body: {} }),
    as_credit: () => operator.ask('refund as credit', creditRefund, { params: refund, body: {} }),
    bank_details: () =>
      operator.ask('give bank details', giveBankDetails, {
        params: refund,
        body: { bankId: '21', accountNumber: '0123456789' },
      }),
    cancel_booking: () =>
      operator.ask('cancel for the lab', cancelOrderFor, {
        params: of,
        body: { onBehalfOf: 'lab', reason: 'nobody answers' },
      }),
    returned_outside: () => returnOutside(desk, found),
    give_up_samples: () =>
      operator.ask('give up samples', giveUpSamplesFor, { params: of, body: { reason } }),
    answer: () => answer(desk, subject),
  }
  await acts[act]()
}

async function answer({ operator, dice }: Desk, id: string): Promise<void> {
  const resolution = dice.happens(0.7) ? 'declined' : 'merchant-accepted'
  await operator.ask(`answer dispute: ${resolution}`, answerDispute, {
    params: { id },
    body: { resolution, message: 'This is what we know about it' },
  })
}

let transfers = 0

/** Records what was returned outside; what is not returned yet is paid from our own bank account first. */
async function returnOutside(desk: Desk, { kind, subject, payment, amount }: MoneyCase): Promise<void> {
  const { operator } = desk
  transfers += 1
  const bank = { through: 'bank', reference: `GTB-${transfers}` } as const
  const note = 'it went back by hand'
  const told = 'write down what went back'
  if (kind === 'refund_failed') {
    await operator.ask(told, recordRefundReturn, { params: { id: subject }, body: { ...bank, note } })
    return
  }
  if (payment === null) return
  const how = {
    held_money: bank,
    refund_unknown: { through: 'dashboard', reference: subject, ...(amount !== null && { amount }) },
    reversed_outside: {
      through: 'dashboard',
      reference: `REV-${payment}`,
      ...(amount !== null && { amount }),
    },
  } as const
  const said = Object.entries(how).find(([name]) => name === kind)?.[1]
  if (said)
    await operator.ask(told, recordReturn, { params: { reference: payment }, body: { ...said, note } })
}
