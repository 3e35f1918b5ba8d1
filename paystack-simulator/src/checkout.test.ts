import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Bench, readAnswer, record, startBench } from './test-bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench({ merchant: 'Ade & Sons <Labs>' })
})
afterAll(() => bench.close())

async function checkoutOf(reference: string, more: Record<string, unknown> = {}): Promise<string> {
  const { data } = (await bench.paystack.initialize(reference, more)).json
  return String(record(data).authorization_url)
}

const open = async (url: string) => readAnswer(await fetch(url))

/** Sends a form, and follows a redirect that stays on the simulator. */
async function post(url: string, fields: Record<string, string> = {}): Promise<Answer> {
  const body = new URLSearchParams(fields)
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const next = reply.headers.get('location')
  return next?.startsWith('/') ? open(`${bench.simulator.url}${next}`) : readAnswer(reply)
}

test('the page shows payee, amount and payer, and that no money moves; it has no script', async () => {
  const page = await open(
    await checkoutOf('page-shown', { amount: 1_250_050, callback_url: 'http://shop.example/back' }),
  )
  expect(page.status).toBe(200)
  expect(page.text).toContain('Ade &amp; Sons &lt;Labs&gt;')
  expect(page.text).toContain('Pay ₦12,500.50')
  expect(page.text).toContain('ada@example.com')
  expect(page.text).toContain('No money moves here')
  expect(page.text).not.toContain('<script')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self' http://shop.example")
  const css = await open(`${bench.simulator.url}/checkout.css`)
  expect(css.headers.get('content-type')).toContain('text/css')
})

test('paying redirects to the callback with both references and its own query unchanged', async () => {
  const checkout = await checkoutOf('paid-and-back', {
    callback_url: 'http://shop.example/back?a=1%20b&a=2#top',
  })
  const paid = await post(`${checkout}/pay`, { method: 'card-success' })
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toBe(
    'http://shop.example/back?a=1%20b&a=2&trxref=paid-and-back&reference=paid-and-back#top',
  )
  expect(await bench.paystack.verify('paid-and-back')).toMatchObject({ status: 'success' })
})

test('a paid checkout is shown as paid and never takes money twice', async () => {
  const checkout = await checkoutOf('paid-only-once')
  expect((await post(`${checkout}/pay`, { method: 'ussd' })).text).toContain('You may close this tab')
  const again = await post(`${checkout}/pay`, { method: 'card-success' })
  expect(again.text).toContain('This payment is made')
  expect((await post(`${checkout}/decline`)).text).toContain('This payment is made')
  expect((await post(`${checkout}/cancel`)).text).toContain('This payment is made')
  expect(await bench.paystack.verify('paid-only-once')).toMatchObject({ status: 'success', channel: 'ussd' })
})

test.each([
  ['card-declined', 'Declined'],
  ['card-insufficient', 'Insufficient Funds'],
])('%s fails finally and offers the way back to the merchant', async (method, reason) => {
  const checkout = await checkoutOf(`fails-${method}`, { callback_url: 'http://shop.example/back' })
  const declined = await post(`${checkout}/pay`, { method })
  expect(declined.status).toBe(200)
  expect(declined.text).toContain(reason)
  expect(declined.text).toContain(
    `href="http://shop.example/back?trxref=fails-${method}&amp;reference=fails-${method}"`,
  )
  expect((await post(`${checkout}/pay`, { method: 'card-success' })).text).toContain('Payment declined')
  expect(await bench.paystack.verify(`fails-${method}`)).toMatchObject({
    status: 'failed',
    gateway_response: reason,
  })
})

test('the decline button fails the payment too', async () => {
  const checkout = await checkoutOf('decline-button')
  expect((await post(`${checkout}/decline`)).text).toContain('Payment declined')
  expect(await bench.paystack.verify('decline-button')).toMatchObject({ status: 'failed' })
})

test('cancelling leads to cancel_action, or else to a message that the tab can be closed; it can be paid later', async () => {
  const away = await checkoutOf('cancelled-away', { metadata: { cancel_action: 'http://shop.example/cart' } })
  const left = await post(`${away}/cancel`)
  expect([left.status, left.headers.get('location')]).toEqual([303, 'http://shop.example/cart'])
  const metadata = JSON.stringify({ cancel_action: 'javascript:alert(1)' })
  const stay = await checkoutOf('cancelled-here', { metadata })
  expect((await post(`${stay}/cancel`)).text).toContain('You may close this tab')
  expect(await bench.paystack.verify('cancelled-here')).toMatchObject({ status: 'abandoned' })
  await post(`${stay}/pay`, { method: 'bank-transfer' })
  expect(await bench.paystack.verify('cancelled-here')).toMatchObject({
    status: 'success',
    channel: 'bank_transfer',
  })
})

test('only the channels that the merchant named are offered and accepted', async () => {
  const checkout = await checkoutOf('ussd-only', { channels: ['ussd'] })
  const page = await open(checkout)
  expect(page.text).toContain('value="ussd" checked')
  expect(page.text).not.toContain('card-success')
  const refused = await post(`${checkout}/pay`, { method: 'card-success' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Choose how you want to pay')
})

test('unknown pages and odd forms get a 4xx', async () => {
  const checkout = await checkoutOf('odd-forms')
  expect((await open(`${bench.simulator.url}/checkout/nothing`)).status).toBe(404)
  expect((await post(`${checkout}/pay`)).status).toBe(400)
  expect((await post(`${checkout}/pay`, { method: '__proto__' })).status).toBe(400)
  expect((await post(`${checkout}/pay`, { method: 'x'.repeat(20_000) })).status).toBe(413)
  const json = await fetch(`${checkout}/pay`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(json.status).toBe(415)
  expect((await fetch(`${bench.simulator.url}/checkout/%E0%A4%A`)).status).toBe(400)
})
