import { normalisePhone, phoneProblem } from '@labalaba/contract'

/** Opens WhatsApp with the words and a link; to this phone where it is a Nigerian one, else to whom the sender picks. */
export function whatsAppAddress(words: string, url: string, phone = ''): string {
  const digits = normalisePhone(phone)
  const to = phoneProblem(digits) === null ? digits : ''
  return `https://wa.me/${to}?text=${encodeURIComponent(`${words}\n${url}`)}`
}
