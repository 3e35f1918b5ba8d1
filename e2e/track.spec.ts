import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { linkIn } from './mailbox.ts'
import { becomeMember, newPatient, pause } from './people.ts'
import { expect, test } from './site.ts'
import { expectNotStored } from './storage.ts'

const unknown = 'LB-0000-0000-0000-0000'
const refused = 'We cannot find an order with this order id and this phone or email.'

async function ask(page: Page, reference: string, contact: string): Promise<void> {
  await page.getByLabel('Order id').fill(reference)
  await page.getByLabel('The patient’s phone or email').fill(contact)
  await page.getByRole('button', { name: 'Track order' }).click()
}

const stages = (page: Page) => page.getByRole('list', { name: 'Stages of this order' }).getByRole('listitem')

test('without a reference the page shows a labelled sample, and makes no call', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => void calls.push(new URL(request.url()).pathname))
  await page.goto('/track')
  const sample = page.getByRole('region', { name: 'This is a sample' })
  await expect(sample).toBeVisible()
  for (const words of ['Patient', 'Order id', 'Lab', 'Request type', 'Home Sample Collection'])
    await expect(sample.getByText(words, { exact: true }).first()).toBeVisible()
  await expect(stages(page)).toHaveText([/Scheduled/, /Sample Collected/, /Lab Processing/, /Results Ready/])
  await expect(page.locator('[aria-current=step]')).toContainText('Lab Processing')
  expect(calls.filter((path) => path.startsWith('/v0/') && path !== '/v0/site')).toEqual([])
})

test('a patient without an account tracks a paid order, by the mail’s link and by the form', async ({
  page,
  mailbox,
  watch,
  anotherPerson,
}) => {
  const patient = newPatient()
  const secrets = [patient.name, patient.email, '8098765432', '809 876 5432', ...booking.tests]
  const person = await becomeMember(page, mailbox)
  await booking.bookAndLeaveToPay(page, patient)
  await booking.pay(page)
  await booking.expectPaid(page)
  // The patient’s address is not confirmed as theirs: the link goes to the booker, who passes it on.
  const receipt = await mailbox.find(person.email, 'Your booking is confirmed')
  expect(receipt.html).toContain('src="data:image/png;base64,')
  const link = linkIn(receipt, `${new URL(page.url()).origin}/track#`)
  const [reference = '', signature = ''] = link.split('#')[1]?.split('.') ?? []
  const phone = await anotherPerson()

  await test.step('the link opens the order and is removed from the address bar, and a reload still shows it', async () => {
    const sent: string[] = []
    phone.on('request', (request) => void sent.push(request.url(), request.headers().referer ?? ''))
    await phone.clock.install()
    await phone.goto(link)
    await expect(phone.getByRole('heading', { name: `Order ${reference}` })).toBeVisible()
    await expect(phone).toHaveURL(`/track?order=${reference}`)
    await expect(phone.locator('[aria-current=step]')).toContainText('Scheduled')
    await expect(phone.getByText('Ngozi E.', { exact: true })).toBeVisible()
    for (const test of booking.tests) await expect(phone.getByText(test)).toHaveCount(0)
    await expect(phone.getByText('₦')).toHaveCount(0)
    await expect(phone.getByRole('img', { name: /^Your order id/ })).toBeVisible()
    await expectGoodLook(phone, 'tracking, live')
    await phone.reload()
    await expect(phone.getByRole('heading', { name: 'Progress' })).toBeVisible()
    await phone.getByRole('button', { name: 'Check again' }).click()
    await expect(phone.getByText(/^Checked at/)).toBeVisible()
    expect(sent.filter((one) => one.includes(signature))).toEqual([])
    await expectNotStored(phone, [...secrets, signature])
  })

  await test.step('the open page updates by itself, announces the change and keeps the focus', async () => {
    await phone.route('**/v0/track', async (route) => {
      const answer = await route.fetch()
      const { data, ...rest } = await answer.json()
      const progress = { ...data.progress, next: 'to_lab' }
      const later = { ...data, state: 'sample_collected', progress }
      await route.fulfill({ response: answer, json: { ...rest, data: later } })
    })
    const again = phone.getByRole('button', { name: 'Check again' })
    await again.focus()
    await phone.clock.fastForward('00:46')
    await expect(phone.locator('[aria-current=step]')).toContainText('Sample Collected')
    await expect(phone.getByRole('status').filter({ hasText: 'goes to the lab' })).toBeAttached()
    await expect(again).toBeFocused()
    await phone.unroute('**/v0/track')
  })

  await test.step('the form shows the order, and asks again after a reload', async () => {
    await phone.getByRole('link', { name: 'track another order' }).click()
    await ask(phone, reference.toLowerCase().replaceAll('-', ' '), '+234 809 876 5432')
    await expect(phone.getByRole('heading', { name: `Order ${reference}` })).toBeFocused()
    await expect(phone).toHaveURL(`/track?order=${reference}`)
    await expectNotStored(phone, secrets)
    await expect(phone.getByRole('img', { name: /^Your order id/ })).toHaveCount(0)
    await phone.reload()
    await expect(phone.getByLabel('Order id')).toHaveValue(reference)
    await expect(phone.getByLabel('The patient’s phone or email')).toHaveValue('')
    await expect(phone.getByText('This is a sample')).toBeVisible()
  })

  await test.step('the owner of the order opens the tracking page from the order', async () => {
    await page.goto(`/orders/${reference}`)
    await page.getByRole('link', { name: 'tracking page' }).click()
    await expect(page.getByLabel('Order id', { exact: true })).toHaveValue(reference)
  })

  await test.step('a wrong phone and an unknown number get the same answer', async () => {
    watch.allow(404, '/v0/track')
    for (const [number, contact] of [
      [reference, '0803 000 0000'],
      [unknown, patient.email],
    ] as const) {
      await pause(page)
      const answer = page.waitForResponse('**/v0/track')
      await ask(page, number, contact)
      expect((await answer).status()).toBe(404)
      await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
    }
  })
})

test('after twenty tries the form asks to wait, and a lost network keeps what was typed', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(404, '/v0/track')
  watch.allow(429, '/v0/track')
  watch.allowLostNetwork()
  const guessed = `LB-0000-0000-0000-${String(Date.now()).slice(-4)}`
  await page.goto('/track')
  await page.getByRole('button', { name: 'Track order' }).click()
  await expect(page.getByRole('link', { name: 'Enter the order id' })).toBeVisible()
  await expectGoodLook(page, 'tracking, refused')

  await context.setOffline(true)
  await pause(page)
  await ask(page, guessed, '0803 000 0000')
  await expect(page.getByText('What you typed is still here')).toBeVisible()
  await expect(page.getByLabel('Order id')).toHaveValue(guessed)
  await context.setOffline(false)

  const statuses: number[] = []
  for (let i = 0; i < 19; i++) {
    const body = { reference: guessed, contact: `0803 000 00${10 + i}` }
    statuses.push((await page.request.post('/v0/track', { data: body })).status())
  }
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  await pause(page)
  await ask(page, guessed, '0803 000 0000')
  await expect(page.getByText('we ask you to wait 15 minutes')).toBeVisible()
  await expectGoodLook(page, 'tracking, stopped')
})
