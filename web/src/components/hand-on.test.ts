import { expect, test } from 'vitest'
import { whatsAppAddress } from './hand-on.tsx'

test('opens a chat with a Nigerian number, or lets the sender choose', () => {
  expect(whatsAppAddress('Pay', 'https://a.example/pay/x', '0803 123 4567')).toBe(
    'https://wa.me/2348031234567?text=Pay%0Ahttps%3A%2F%2Fa.example%2Fpay%2Fx',
  )
  for (const phone of ['12', '', undefined])
    expect(whatsAppAddress('Pay', 'https://a.example', phone)).toMatch(/^https:\/\/wa\.me\/\?text=/)
})
