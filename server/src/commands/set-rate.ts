import { formatDay, formatNaira, koboFromNaira, lagosDate, parseLagosDate } from '@labalaba/contract'
import { listRates, type RateChange, setRate } from '../modules/orders/index.ts'
import { type Command, type Typed, WrongUse } from './command.ts'

type RateRow = Awaited<ReturnType<typeof setRate>>

/** Sets how the money of orders is shared from a future day on, or lists the rates. */
export const setRateCommand: Command = {
  summary: 'Sets how the money of orders is shared from a coming day on. Without a day, lists the rates.',
  options: {
    from: { means: 'the first day, YYYY-MM-DD, by the calendar of Lagos, in the future', optional: true },
    policy: { means: 'what a doctor who books receives: percentage, flat or off', optional: true },
    doctor: { means: 'per cent of the tests, if the policy is percentage: 5', optional: true },
    flat: { means: 'naira for each order, if the policy is flat: 600', optional: true },
    lab: { means: 'per cent of the tests for the lab: 85', optional: true },
    phlebotomist: { means: 'per cent of the collection fee for the phlebotomist: 80', optional: true },
  },
  notes:
    "What you leave out stays as it is. The doctor's part comes out of Labalaba's and is never more than that, so no price changes. Orders keep the rate from when they were placed. A rate never changes once it is set: set another day.",
  async run({ db, clock, print }, typed) {
    const day = typed.option('from')
    if (day === undefined) {
      if (Object.keys(changeFrom(typed)).length > 0)
        throw new WrongUse('--from is missing; give a day in the future.')
      for (const rate of await listRates(db)) print(describe(rate))
      return
    }
    const from = parseLagosDate(day)
    if (!from) throw new WrongUse(`--from is "${day}"; give a day as YYYY-MM-DD.`)
    const change = changeFrom(typed)
    if (Object.keys(change).length === 0) throw new WrongUse('Say what should change, such as --policy off.')
    const set = await db.transaction().execute((tx) => setRate(tx, from, change, clock.now()))
    print(describe(set))
  },
}

function changeFrom(typed: Typed): RateChange {
  const policy = policyFrom(typed)
  const lab = percentFrom(typed, 'lab')
  const doctor = percentFrom(typed, 'doctor')
  const phlebotomist = percentFrom(typed, 'phlebotomist')
  const flat = flatFrom(typed)
  return {
    ...(policy !== undefined && { policy }),
    ...(lab !== undefined && { labBps: lab }),
    ...(doctor !== undefined && { doctorBps: doctor }),
    ...(phlebotomist !== undefined && { phlebotomistBps: phlebotomist }),
    ...(flat !== undefined && { doctorFlat: flat }),
  }
}

function policyFrom(typed: Typed): RateChange['policy'] {
  const word = typed.option('policy')
  const policy = (['percentage', 'flat', 'off'] as const).find((one) => one === word)
  if (word !== undefined && !policy)
    throw new WrongUse(`--policy is "${word}"; it is one of percentage, flat and off.`)
  return policy
}

/** Reads per cent with up to two decimals as basis points. */
function percentFrom(typed: Typed, name: string): number | undefined {
  const text = typed.option(name)
  if (text === undefined) return undefined
  const [, whole, part = ''] = text.match(/^(\d{1,3})(?:\.(\d{1,2}))?%?$/) ?? []
  const bps = whole === undefined ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
  if (Number.isNaN(bps) || bps > 10_000)
    throw new WrongUse(`--${name} is "${text}"; give per cent from 0 to 100, with two decimals at most.`)
  return bps
}

function flatFrom(typed: Typed): RateChange['doctorFlat'] {
  const text = typed.option('flat')
  if (text === undefined) return undefined
  const flat = koboFromNaira(text)
  if (flat === null) throw new WrongUse(`--flat is "${text}"; give naira, such as 600.`)
  return flat
}

function describe(rate: RateRow): string {
  const doctor = {
    percentage: `${percent(rate.doctor_bps)} of the tests`,
    flat: `${formatNaira(rate.doctor_flat_kobo)} an order`,
    off: 'nothing',
  }[rate.doctor_policy]
  const day = lagosDate(rate.effective_from)
  return `From ${formatDay(day)} ${day.slice(0, 4)}: a lab receives ${percent(rate.lab_bps)} of the tests, a doctor who books ${doctor}, a phlebotomist ${percent(rate.phlebotomist_bps)} of the collection fee; the rest is Labalaba's.`
}

function percent(bps: number): string {
  return `${bps / 100} %`
}
