/** A UCUM unit: a power of ten, and what it is a power of ten of. Equal base units and notes give an equal `of`. */
type Unit = { readonly tens: number; readonly of: string }
type Factor = { readonly tens: number; readonly base: string; readonly power: number }

const prefixes: Readonly<Record<string, number>> = {
  ...{ G: 9, M: 6, k: 3, h: 2, da: 1, d: -1, c: -2, m: -3, u: -6, n: -9, p: -12, f: -15 },
}

const one = (base: string): Factor => ({ tens: 0, base, power: 1 })
const litre: Factor = { tens: -3, base: 'm', power: 3 }

/** Units that take a prefix. A litre is a cubic decimetre. Mass, moles, equivalents and [IU] never become each other. */
const metric: ReadonlyMap<string, Factor> = new Map<string, Factor>([
  ...['g', 'm', 's', 'mol', 'osm', 'eq', 'U', 'Pa', '[IU]'].map((base): [string, Factor] => [
    base,
    one(base),
  ]),
  ['[iU]', one('[IU]')],
  ['L', litre],
  ['l', litre],
])

/** Units that take no prefix. Hours are not converted to minutes, as no test needs it. */
const alone = /^(min|h|d|wk|mo|a|%|1|10[*^]|\[[^\]\s]{1,20}\])$/

/**
 * The power of ten between two UCUM units: g/dL to g/L is 1. Null if there is none, as between mass and moles, or between
 * units with different notes in braces, which tell what was measured.
 */
export function tensBetween(from: string | null, to: string | null): number | null {
  if (from === to) return 0
  const [unit, other] = [readUnit(from ?? ''), readUnit(to ?? '')]
  return unit && other && unit.of === other.of ? unit.tens - other.tens : null
}

/** Converts a decimal number from one UCUM unit to another, without rounding. Returns null if that is not possible. */
export function inUnit(value: string, from: string, to: string): string | null {
  const tens = tensBetween(from, to)
  if (tens === null || tens === 0) return tens === null ? null : value
  const converted = String(timesTen(Number(value), tens))
  // With more than fifteen digits a number is not exact; a very small or large one is written with an exponent.
  return value.replace('.', '').length > 15 || converted.includes('e') ? null : converted
}

/** Multiplies an amount by a power of ten, without rounding errors of binary arithmetic. */
export function timesTen(amount: number, tens: number): number {
  if (tens === 0) return amount
  const [digits = '0', power = '0'] = String(amount).split('e')
  return Number(`${digits}e${Number(power) + tens}`)
}

/** Parses a unit of factors that are multiplied or divided; null if one is unknown. */
function readUnit(code: string): Unit | null {
  if (code.length > 60) return null
  const notes = [...code.matchAll(/\{[^{}]*\}/g)].map(([note]) => note).join()
  const bare = code.replace(/\{[^{}]*\}/g, (_, at: number) =>
    at === 0 || /[/.]/.test(code[at - 1] ?? '') ? '1' : '',
  )
  const parts = bare.startsWith('/') ? `1${bare}` : bare
  let tens = 0
  const powers = new Map<string, number>()
  // Parentheses group a divisor, as in mmol/(24.h): too rare here to be supported.
  for (const [, sign, factor = ''] of `.${parts}`.matchAll(/([./])([^./]*)/g)) {
    const read = readFactor(factor)
    if (!read) return null
    const way = sign === '/' ? -1 : 1
    tens += way * read.tens
    // A share in moles is no percentage: 48 mmol/mol of HbA1c (IFCC) are 6.5 % (NGSP), not 4.8 %.
    const base = read.base === 'mol' && way < 0 ? 'per mol' : read.base
    powers.set(base, (powers.get(base) ?? 0) + way * read.power)
  }
  const bases = [...powers].filter(([, power]) => power !== 0).map(([base, power]) => `${base}${power}`)
  return { tens, of: [notes, ...bases.toSorted()].join(' ') }
}

function readFactor(factor: string): Factor | null {
  const ten = /^10[*^]([+-]?\d{1,2})?$/.exec(factor)
  if (ten) return { tens: Number(ten[1] ?? 1), base: '', power: 0 }
  const [, symbol = '', exponent = '1'] = /^(\D+?|1)([+-]?\d)?$/.exec(factor) ?? []
  const power = Number(exponent)
  if (symbol === '1') return { tens: 0, base: '', power: 0 }
  if (symbol === '%') return { tens: -2 * power, base: '', power: 0 }
  const whole = metric.get(symbol)
  if (whole) return { tens: whole.tens * power, base: whole.base, power: whole.power * power }
  if (alone.test(symbol)) return { tens: 0, base: symbol, power }
  for (const [prefix, tens] of Object.entries(prefixes)) {
    const unit = symbol.startsWith(prefix) ? metric.get(symbol.slice(prefix.length)) : undefined
    if (unit) return { tens: (tens + unit.tens) * power, base: unit.base, power: unit.power * power }
  }
  return null
}
