import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, newMember, newPatient, pause, signIn } from './people.ts'
import { expect, test } from './site.ts'
import { expectNotStored } from './storage.ts'

const minute = 60_000

test('a half-filled booking and its cart are there on another device, and not for another account', async ({
  page,
  mailbox,
  anotherPerson,
}) => {
  const patient = newPatient()
  const owner = await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, patient)
  await booking.expectSaved(page)
  await expectNotStored(page, [patient.name, patient.email, patient.phone])

  const other = await anotherPerson()
  await other.goto('/cart')
  await signIn(other, owner)
  await expect(other.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(other.getByText(patient.email)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Remove Full blood count' })).toBeVisible()
  await expectNotStored(other, [patient.name, patient.email, patient.phone])

  const stranger = await anotherPerson()
  await becomeMember(stranger, mailbox)
  await stranger.goto('/cart')
  await expect(stranger.getByRole('heading', { name: 'Explore laboratories' })).toBeVisible()
  await booking.openCart(stranger, ['Full blood count'])
  await expect(stranger.getByLabel('Full name, as on your ID')).toHaveValue('')
})

test('two tabs keep each other’s words', async ({ page, mailbox, context, watch }) => {
  await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await page.getByLabel('Full name, as on your ID').fill('Ngozi Ezenwa')
  await booking.expectSaved(page)
  const opening = context.waitForEvent('page')
  await page.evaluate(() => window.open('/cart'))
  const second = await opening
  await expect(second.getByLabel('Full name, as on your ID')).toHaveValue('Ngozi Ezenwa')
  await second.getByLabel('Email').fill('ngozi@example.com')
  await booking.expectSaved(second)
  // The first tab has an older version: it gets a message, and merges both.
  watch.allow(409, '/v0/booking-draft')
  await page.getByLabel('Phone').fill('0809 876 5432')
  await expect(page.getByLabel('Email')).toHaveValue('ngozi@example.com')
  await expect(page.getByLabel('Full name, as on your ID')).toHaveValue('Ngozi Ezenwa')
})

test('a session that ends while the form is half filled loses nothing: signing in restores it', async ({
  page,
  mailbox,
}) => {
  const patient = newPatient()
  await page.clock.install()
  const owner = await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, patient)
  await booking.expectSaved(page)
  await page.clock.fastForward(58 * minute)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByText('Session expired')).toBeVisible()
  await expectGoodLook(page, 'login, session expired')
  await page.reload()
  await signIn(page, owner)
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText(patient.email)).toBeVisible()
})

test('the next person on the same phone finds an empty form, and the owner finds theirs again', async ({
  page,
  mailbox,
}) => {
  const patient = newPatient()
  const owner = await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, patient)
  await booking.expectSaved(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/auth/login')
  await signIn(page, await newMember(page, mailbox))
  await booking.openCart(page, ['Full blood count'])
  await expect(page.getByLabel('Full name, as on your ID')).toHaveValue('')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/auth/login')
  await signIn(page, owner)
  await page.goto('/cart')
  await expect(page.getByText(patient.email)).toBeVisible()
})

test('cancelling or booking deletes the answers from the account', async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await page.getByLabel('Full name, as on your ID').fill('Ngozi Ezenwa')
  await booking.expectSaved(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await pause(page)
  const forgotten = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Yes, empty the cart' }).click()
  await forgotten
  await expect(page).toHaveURL(`/labs/${booking.lab.slug}`)
  await booking.openCart(page, ['Full blood count'])
  await expect(page.getByLabel('Full name, as on your ID')).toHaveValue('')

  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.proceed(page).click()
  await expect(page.getByRole('dialog', { name: 'Payment Link Created' })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Explore laboratories' })).toBeVisible()
})

test('the form works offline, and is saved when the network is back', async ({
  page,
  mailbox,
  context,
  watch,
}) => {
  await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await page.getByLabel('Full name, as on your ID').fill('Ngozi')
  await booking.expectSaved(page)
  watch.allowLostNetwork()
  await context.setOffline(true)
  await page.getByLabel('Full name, as on your ID').fill('Ngozi Ezenwa')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByText('We save it when the network is back.')).toBeVisible()
  await expectGoodLook(page, 'cart, offline and not saved')
  await context.setOffline(false)
  await booking.expectSaved(page)
  await page.reload()
  await expect(page.getByLabel('Full name, as on your ID')).toHaveValue('Ngozi Ezenwa')
})
