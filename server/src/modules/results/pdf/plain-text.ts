const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * Writes raised digits as "×10^9/L": our PDF fonts lack them, and copied digits that lost their height change the value.
 */
function plainUnit(unit: string): string {
  return unit.replace(/[⁰¹²³⁴-⁹]+/g, (digits) => `^${[...digits].map((one) => raised.indexOf(one)).join('')}`)
}

/** Signs in lab values that our PDF fonts lack. Dropping them would change the value. */
const spelt: Readonly<Record<string, string>> = {
  ...{ '≤': '<=', '≥': '>=', '−': '-', '≈': '~', '↑': ' up ', '↓': ' down ' },
  ...{ '→': ' to ', '√': 'root ', '∞': 'infinity' },
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', κ: 'kappa', λ: 'lambda', μ: 'µ', Δ: 'delta', Ω: 'ohm' },
}

/**
 * Returns one line without invisible characters, with letters and their diacritics composed and unsupported signs spelt
 * out.
 */
export function clean(text: string): string {
  return plainUnit(text.normalize('NFC'))
    .replace(/[^\p{ASCII}]/gu, (sign) => spelt[sign] ?? sign)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
