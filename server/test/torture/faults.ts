import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import { type Machinery, type Mortal, mortals } from './machinery.ts'
import { count } from './promises.ts'

/** How often each fault is chosen. */
const weights = {
  ...{ 'kill -9 server': 4, 'kill -9 worker': 3, 'kill -9 database': 2, 'kill -9 simulator': 1 },
  ...{ 'webhooks hostile': 5, 'Paystack answers badly': 5, 'Paystack unreachable': 2 },
  ...{ 'clock moves on': 3, 'mail server away': 2, quiet: 3 },
}

const minute = 60_000

/** Breaks things, one or two at a time, until told to stop; counts what it broke, and mends it. */
export async function breakThings(
  machinery: Machinery,
  dice: Dice,
  goesOn: () => boolean,
): Promise<Map<string, number>> {
  const broken = new Map<string, number>()
  while (goesOn()) {
    const fault = dice.weighed(weights)
    count(broken, fault)
    await inflict(fault, machinery, dice)
    await pause(dice.whole(300, 2500))
  }
  await machinery.control('DELETE', '/faults')
  await machinery.mail.open()
  return broken
}

async function inflict(fault: keyof typeof weights, machinery: Machinery, dice: Dice): Promise<void> {
  const mortal = mortals.find((name) => fault.endsWith(` ${name}`) && fault.startsWith('kill'))
  if (mortal) return await killAndRaise(mortal, machinery, dice)
  if (fault === 'clock moves on')
    return await machinery.moveClock(dice.pick([minute, 10 * minute, 61 * minute, 7 * 60 * minute]))
  if (fault === 'mail server away') {
    await machinery.mail.shut()
    await pause(dice.whole(1000, 4000))
    return await machinery.mail.open()
  }
  const faults = hostile(fault, dice)
  if (!faults) return
  await machinery.control('PUT', '/faults', faults)
  await pause(dice.whole(1000, 5000))
  await machinery.control('DELETE', '/faults')
}

async function killAndRaise(mortal: Mortal, machinery: Machinery, dice: Dice): Promise<void> {
  await machinery.kill(mortal)
  await pause(dice.whole(0, 1500))
  await machinery.start(mortal)
  await machinery.startAll()
}

function hostile(fault: keyof typeof weights, dice: Dice): object | null {
  const some = () => dice.pick([0, 0.2, 0.5])
  if (fault === 'webhooks hostile')
    return {
      webhook: {
        drop: some(),
        duplicate: some(),
        reorder: some(),
        forge: some(),
        delayMs: dice.pick([0, 800]),
      },
    }
  if (fault === 'Paystack answers badly')
    return {
      api: {
        ...{ timeoutAfterCommit: some(), serverError: some(), tooMany: some() },
        latencyMs: dice.pick([0, 300]),
      },
    }
  if (fault === 'Paystack unreachable') return { api: { serverError: 1 } }
  return null
}
