/** How a body is serialized. Every style is valid JSON for the same value. */
export type JsonStyle = {
  /** After commas and colons. */
  readonly space: '' | ' '
  /** `\/` for `/`. */
  readonly escapedSlashes: boolean
  /** `\u00e9` for `é`. */
  readonly asciiOnly: boolean
}

/**
 * Serialized as `3.0`: a number that is not money, but whose text changes when it is parsed and serialized again (S-18).
 */
const floatKeys = new Set(['risk_score'])

/**
 * Serializes JSON in one of several valid ways (S-18). A signature can therefore be checked only over the bytes as
 * received: parsing and serializing again gives other bytes. Money is always a plain whole number.
 */
export function jsonText(value: unknown, style: JsonStyle): string {
  const comma = `,${style.space}`
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, style)).join(comma)}]`
  if (typeof value === 'string') return stringText(value, style)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value).map(([key, member]) => {
    const float = floatKeys.has(key) && Number.isInteger(member)
    return `${stringText(key, style)}:${style.space}${jsonText(member, style)}${float ? '.0' : ''}`
  })
  return `{${members.join(comma)}}`
}

function stringText(value: string, { escapedSlashes, asciiOnly }: JsonStyle): string {
  const slashed = escapedSlashes ? JSON.stringify(value).replaceAll('/', '\\/') : JSON.stringify(value)
  if (!asciiOnly) return slashed
  return slashed.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
