/** A UCUM unit: a power of ten of base units. Notes in braces are kept, because they tell what was measured. */
type Unit = {
  readonly tens: number
  readonly bases: Readonly<Record<string, number>>
  readonly notes: string
}

const prefixes: Readonly<Record<string, number>> = {
  ...{ G: 9, M: 6, k: 3, h: 2, da: 1, d: -1, c: -2, m: -3, u: -6, n: -9, p: -12, f: -15 },
}

/** Units that take a prefix. A litre is a cubic decimetre. */
const metric: ReadonlyMap<string, Factor> = new Map(
  Object.entries({
    g: { tens: 0, base: 'g', power: 1 },
    m: { tens: 0, base: 'm', power: 1 },
    L: { tens: -3, base: 'm', power: 3 },
    l: { tens: -3, base: 'm', power: 3 },
    s: { tens: 0, base: 's', power: 1 },
    mol: { tens: 0, base: 'mol', power: 1 },
    osm: { tens: 0, base: 'osm', power: 1 },
    eq: { tens: 0, base: 'eq', power: 1 },
    U: { tens: 0, base: 'U', power: 1 },
    Pa: { tens: 0, base: 'Pa', power: 1 },
    '[IU]': { tens: 0, base: '[IU]', power: 1 },
    '[iU]': { tens: 0, base: '[IU]', power: 1 },
  }),
)

/** Units that take no prefix. Hours are not converted to minutes, as no test needs it. */
const alone = /^(min|h|d|wk|mo|a|%|1|10[*^]|\[[^\]\s]{1,20}\])$/

/**
 * Converts `value` from one UCUM unit to another, as decimal digits without rounding. Returns null if the units do not
 * differ by a power of ten. Never converts mass to amount of substance, or units to international units.
 */
export function inUnit(value: string, from: string, to: string): string | null {
  if (from === to) return value
  const [one, other] = [readUnit(from), readUnit(to)]
  if (!one || !other || one.notes !== other.notes || !sameBases(one.bases, other.bases)) return null
  return shifted(value, one.tens - other.tens)
}

function sameBases(one: Unit['bases'], other: Unit['bases']): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? 0) === (other[name] ?? 0))
}

/** Parses a unit of factors that are multiplied or divided; null if one is unknown. */
function readUnit(code: string): Unit | null {
  if (code.length > 60) return null
  const notes = [...code.matchAll(/\{[^{}]*\}/g)].map(([note]) => note).join()
  const bare = code.replace(/\{[^{}]*\}/g, (_, at: number) =>
    at === 0 || /[/.]/.test(code[at - 1] ?? '') ? '1' : '',
  )
  const parts = /^\//.test(bare) ? `1${bare}` : bare
  let tens = 0
  const bases: Record<string, number> = {}
  // Parentheses group a divisor, as in mmol/(24.h): too rare here to be supported.
  for (const [, sign, factor = ''] of `.${parts}`.matchAll(/([./])([^./]*)/g)) {
    const read = readFactor(factor)
    if (!read) return null
    const way = sign === '/' ? -1 : 1
    tens += way * read.tens
    if (read.base !== '') bases[read.base] = (bases[read.base] ?? 0) + way * read.power
  }
  return { tens, bases, notes }
}

type Factor = { readonly tens: number; readonly base: string; readonly power: number }

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

/** Moves the decimal point and drops trailing and leading zeros. */
function shifted(value: string, tens: number): string | null {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  if (whole === '') return null
  if (tens === 0) return value
  const digits = `${whole}${part}`
  const point = whole.length + tens
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const after = padded.slice(at).replace(/0+$/, '')
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  return after === '' ? before : `${before}.${after}`
}
