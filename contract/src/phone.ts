/**
 * Rewrites any usual Nigerian form (0803…, 803…, +234 803…, 234-803…, 00234…, 0234…) to 234 and ten digits. Other input is
 * returned as its bare digits, for `phoneProblem` to check.
 */
export function normalisePhone(typed: string): string {
  const digits = typed.replace(/[^\d]/g, '')
  const local = digits.replace(/^00?(?=2340?\d{10}$)/, '').replace(/^234(?=0?\d{10}$)/, '')
  const national = local.replace(/^0(?=\d{10}$)/, '')
  return /^\d{10}$/.test(national) ? `234${national}` : digits
}

/** The specification's error message for a phone that is not 234 and ten digits, or null if it is. */
export function phoneProblem(phone: string): string | null {
  if (!phone.startsWith('234')) return 'phone number must start with 234'
  return /^\d{13}$/.test(phone) ? null : 'phone number must be 13 digits'
}

/** Whether a number, as 234 and ten digits, has a prefix of a Nigerian mobile network. Messages to others do not arrive. */
export function isMobile(phone: string): boolean {
  return /^234(70|80|81|90|91)/.test(phone)
}

/** 0803 123 4567, as people write it. */
export function formatPhone(phone: string): string {
  const local = phone.replace(/^234(?=\d{10}$)/, '0')
  return local.length === 11 ? `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}` : phone
}
