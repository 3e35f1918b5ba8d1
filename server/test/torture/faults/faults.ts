import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from '../dice.ts'
import type { Machinery, Mortal } from '../machinery/machinery.ts'
import { count } from '../promises.ts'
import { deckOf } from './deck.ts'
import { answersBadly, hostileWebhooks, silences } from './paystack-faults.ts'

const minute = 60_000

/** What a fault needs: what to break, choices, and how many milliseconds a long one lasts. */
type Breaking = { readonly machinery: Machinery; readonly dice: Dice; readonly long: number }
type Fault = (breaking: Breaking) => Promise<void>

const kill =
  (mortal: Mortal): Fault =>
  (breaking) =>
    killAndRaise([mortal], breaking)

const asPaystack =
  (choose: (dice: Dice) => object): Fault =>
  async ({ machinery, dice, long }) =>
    await withFaults(machinery, choose(dice), dice.whole(1000, long / 2))

const faults = {
  'kill -9 server': kill('server'),
  'kill -9 worker': kill('worker'),
  'kill -9 database': kill('database'),
  'kill -9 simulator': kill('simulator'),
  'kill -9 everything': (breaking) => killAndRaise(['server', 'database', 'worker', 'simulator'], breaking),
  'server held still': ({ machinery, dice, long }) => machinery.freeze('server', dice.whole(500, long / 2)),
  'worker held still': ({ machinery, dice, long }) => machinery.freeze('worker', dice.whole(500, long)),
  'database connections cut': async ({ machinery }) => {
    await machinery.database.cut()
    await pause(1000)
    // A process that fails is started again, as in any install.
    await machinery.startAll()
  },
  'disk full': fillDisk,
  'webhooks hostile': asPaystack(hostileWebhooks),
  'Paystack answers badly': asPaystack(answersBadly),
  'Paystack forgets fresh payments': asPaystack(() => ({ api: { lost: 0.7, loseForMs: 20_000 } })),
  'Paystack answers 429 to all': asPaystack(() => silences.tooMany),
  'Paystack answers 500 to all': asPaystack(() => silences.serverError),
  'Paystack times out after its commit': asPaystack(() => silences.timeout),
  'Paystack out of reach': asPaystack(() => silences.offline),
  'Paystack silent for over an hour': silence,
  'clock moves on': ({ machinery, dice }) =>
    machinery.moveClock(dice.pick([minute, 10 * minute, 61 * minute, 7 * 60 * minute])),
  'clocks disagree': disagree,
  'mail server away': async ({ machinery, dice, long }) => {
    await machinery.mail.shut()
    await pause(dice.whole(500, long / 2))
    await machinery.mail.open()
  },
  'mail cut while it is sent': async ({ machinery, dice, long }) => {
    machinery.mail.cut(true)
    await pause(dice.whole(500, long / 2))
    machinery.mail.cut(false)
  },
} satisfies Record<string, Fault>

type Name = keyof typeof faults
export const faultNames = Object.keys(faults) as Name[]

/** How often each occurs in a round. */
const weights: Readonly<Record<Name, number>> = {
  'kill -9 server': 3,
  'kill -9 worker': 3,
  'kill -9 database': 2,
  'kill -9 simulator': 1,
  'kill -9 everything': 1,
  'server held still': 1,
  'worker held still': 1,
  'database connections cut': 2,
  'disk full': 1,
  'webhooks hostile': 4,
  'Paystack answers badly': 4,
  'Paystack forgets fresh payments': 1,
  'Paystack answers 429 to all': 1,
  'Paystack answers 500 to all': 1,
  'Paystack times out after its commit': 2,
  'Paystack out of reach': 1,
  'Paystack silent for over an hour': 1,
  'clock moves on': 4,
  'clocks disagree': 1,
  'mail server away': 1,
  'mail cut while it is sent': 1,
}

/** About how many faults a short trial meets. */
const stride = 5

export type Trouble = { readonly seed: number; readonly dice: Dice; readonly long: number }

/** Breaks things, one after the other, until stopped; counts them, and mends them. */
export async function breakThings(
  machinery: Machinery,
  { seed, dice, long }: Trouble,
  goesOn: () => boolean,
): Promise<Map<string, number>> {
  const broken = new Map<string, number>()
  const draw = deckOf(weights, seed, stride)
  while (goesOn()) {
    const name = draw()
    if (name === 'disk full' && machinery.disk.whyNot !== null) continue
    count(broken, name)
    await faults[name]({ machinery, dice, long })
    await pause(dice.whole(200, 1800))
  }
  await mendPaystack(machinery)
  await machinery.mail.open()
  return broken
}

async function killAndRaise(which: readonly Mortal[], { machinery, dice }: Breaking): Promise<void> {
  for (const mortal of which) await machinery.kill(mortal)
  await pause(dice.whole(0, 1500))
  await machinery.startAll()
}

/** The disk is full for a while, during all other work. */
export async function fillDisk({ machinery, dice, long }: Breaking): Promise<void> {
  await machinery.database.hold()
  machinery.disk.fill()
  await pause(dice.whole(1000, long / 2))
  machinery.disk.free()
  await machinery.startAll()
}

async function withFaults(machinery: Machinery, wanted: object, milliseconds: number): Promise<void> {
  await machinery.control('PUT', '/faults', wanted)
  await pause(milliseconds)
  await mendPaystack(machinery)
}

/** A busy or starting simulator answers later, and remembers its faults. */
async function mendPaystack(machinery: Machinery): Promise<void> {
  while ((await machinery.control('DELETE', '/faults')) === null) await pause(200)
}

/** Long enough for every caller to time out, and an hour by the clock. */
async function silence({ machinery, dice, long }: Breaking): Promise<void> {
  await machinery.control('PUT', '/faults', dice.pick(Object.values(silences)))
  await pause(long / 2)
  await machinery.moveClock(61 * minute)
  await pause(long)
  await mendPaystack(machinery)
}

async function disagree({ machinery, dice, long }: Breaking): Promise<void> {
  const whose = dice.pick(['server', 'worker'] as const)
  machinery.skew(whose, dice.pick([-5, 5]) * minute)
  await pause(dice.whole(1000, long))
  machinery.skew(whose, 0)
}
