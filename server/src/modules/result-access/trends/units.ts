/** A unit as a power of ten of a base unit: one unit is 10^`tens` of `base`. */
type Scale = { readonly base: string; readonly tens: number }

/** The metric prefixes that results use, from UCUM's table of prefixes (ucum.org, section 27). */
const prefixes: Readonly<Record<string, number>> = {
  ...{ '': 0, k: 3, d: -1, c: -2, m: -3, u: -6, n: -9, p: -12, f: -15 },
}

/**
 * Units that take a prefix in UCUM: gram, mole and catalytic unit per litre; and the international unit, which is arbitrary
 * and so converts only to itself.
 */
const ratio = /^([kdcmunpf]?)(g|mol|U|\[IU\])\/([dcmunpf]?)L$/
/** Numbers of things in a volume: `10*9/L`, `/uL`. In UCUM `10*` is ten, and a unit without a count before it means one. */
const count = /^(?:10\*(\d{1,2}))?\/([dcmunpf]?)L$/

function scaleOf(ucum: string): Scale | null {
  const [, prefix = '', what, volume = ''] = ratio.exec(ucum) ?? []
  if (what !== undefined)
    return { base: `${what}/L`, tens: (prefixes[prefix] ?? 0) - (prefixes[volume] ?? 0) }
  const [counted, tens = '0', of = ''] = count.exec(ucum) ?? []
  return counted === undefined ? null : { base: '/L', tens: Number(tens) - (prefixes[of] ?? 0) }
}

/**
 * The power of ten between two UCUM units: g/dL to g/L is 1. Null if UCUM has no factor between them, as between mass and
 * moles, or if a note in braces makes them different. All factors are exact.
 */
export function tensBetween(from: string | null, to: string | null): number | null {
  if (from === to) return 0
  if (from === null || to === null) return null
  const [one, other] = [scaleOf(from), scaleOf(to)]
  return one && other && one.base === other.base ? one.tens - other.tens : null
}

/** Multiplies an amount by a power of ten, without rounding errors of binary arithmetic. */
export function timesTen(amount: number, tens: number): number {
  if (tens === 0) return amount
  const [digits = '0', power = '0'] = String(amount).split('e')
  return Number(`${digits}e${Number(power) + tens}`)
}
