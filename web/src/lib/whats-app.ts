import { normalisePhone, phoneProblem } from '@labalaba/contract'

/** Link that opens WhatsApp with the text and a URL: to `phone` if it is Nigerian, else to a contact the sender picks. */
export function whatsAppAddress(words: string, url: string, phone = ''): string {
  const digits = normalisePhone(phone)
  const to = phoneProblem(digits) === null ? digits : ''
  return `https://wa.me/${to}?text=${encodeURIComponent(`${words}\n${url}`)}`
}
