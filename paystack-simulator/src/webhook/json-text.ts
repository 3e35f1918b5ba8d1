/** How one body is written down. Every style is valid JSON for the same value. */
export type JsonStyle = {
  /** After commas and colons. */
  readonly space: '' | ' '
  /** `\/` for `/`. */
  readonly escapedSlashes: boolean
  /** `\u00e9` for `é`. */
  readonly asciiOnly: boolean
}

/** Written as `3.0`: a number that is not money, but that reads back as a different text (S-18). */
const floatKeys = new Set(['risk_score'])

/**
 * Writes JSON in one of several honest ways (S-18), so that a signature only checks over the bytes as they came:
 * parsing and writing them again gives other bytes. Money is always written as a plain whole number.
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
