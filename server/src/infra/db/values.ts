import pg from 'pg'

/** Reads one value of a type. */
type Read = (text: string) => unknown

const textArray: number = 1009

const reads: Readonly<Record<string, { readonly types: readonly number[]; readonly read: Read }>> = {
  boolean: { types: [16], read: (text) => text === 't' },
  bytes: { types: [17], read: (text) => Buffer.from(text.slice(2), 'hex') },
  number: { types: [21, 23, 26, 700, 701], read: Number },
  /** int8 and numeric: never silently rounded. */
  exact: { types: [20, 1700], read: safeNumber },
  json: { types: [114, 3802], read: (text) => JSON.parse(text) },
  instant: { types: [1114, 1184], read: (text) => new Date(text) },
}

/** The type of an array, by the type of its members. */
const lists: ReadonlyMap<number, number> = new Map([
  ...[[16, 1000] as const, [17, 1001] as const, [20, 1016] as const, [21, 1005] as const],
  ...[[23, 1007] as const, [25, textArray] as const, [26, 1028] as const, [114, 199] as const],
  ...[[700, 1021] as const, [701, 1022] as const, [1043, 1015] as const, [1082, 1182] as const],
  ...[[1114, 1115] as const, [1184, 1185] as const, [1700, 1231] as const, [2950, 2951] as const],
  ...[[3802, 3807] as const],
])

const readers: ReadonlyMap<number, Read> = readersOf()

/**
 * How values are read: whole numbers as numbers, calendar days as YYYY-MM-DD, instants as Date, JSON parsed, arrays as
 * arrays of these. All other types stay text.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => readers.get(type) ?? String,
}

function readersOf(): Map<number, Read> {
  const known = new Map<number, Read>()
  for (const { types, read } of Object.values(reads)) for (const type of types) known.set(type, read)
  const readTexts: (text: string) => unknown[] = pg.types.getTypeParser(textArray)
  for (const [type, list] of lists) {
    const read = known.get(type) ?? String
    known.set(list, (text) => readTexts(text).map((member) => readMember(member, read)))
  }
  return known
}

/** Reads a member of an array: a value, null, or another array. */
function readMember(member: unknown, read: Read): unknown {
  if (Array.isArray(member)) return member.map((inner) => readMember(inner, read))
  return member === null ? null : read(String(member))
}

function safeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`too large to read exactly: ${text}`)
  return value
}

/** The PostgreSQL type of a value, if its parameter needs a cast. */
export function typeOf(value: unknown): string | null {
  if (value instanceof Date) return 'timestamptz'
  if (value instanceof Uint8Array) return 'bytea'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'bigint' ? 'bigint' : null
}
