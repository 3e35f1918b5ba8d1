import { expect, test } from 'vitest'
import { isCheckoutAddress } from './paystack.ts'

const paystack = 'https://api.paystack.co'
const simulator = 'http://127.0.0.1:3001'

test.each([
  ['https://checkout.paystack.com/0peioxfhpn', paystack],
  ['https://paystack.com/pay/abc', paystack],
  ['https://api.paystack.co/checkout/abc', paystack],
  ['https://staging.example/checkout/abc', 'https://staging.example'],
  ['http://localhost:3001/checkout/abc', simulator],
])('a payer may be sent to %s by %s', (address, provider) => {
  expect(isCheckoutAddress(address, provider)).toBe(true)
})

test.each([
  ['http://checkout.paystack.com/abc', paystack],
  ['https://checkout.paystack.com.evil.example/abc', paystack],
  ['https://evilpaystack.com/abc', paystack],
  ['https://evil.example/checkout.paystack.com', paystack],
  ['https://checkout.paystack.com@evil.example/', paystack],
  ['http://localhost:3001/checkout/abc', paystack],
  ['javascript:alert(1)//checkout.paystack.com', paystack],
  ['data:text/html,pay', simulator],
  ['https://evil.example/', simulator],
  ['not an address', paystack],
])('and not to %s by %s', (address, provider) => {
  expect(isCheckoutAddress(address, provider)).toBe(false)
})
