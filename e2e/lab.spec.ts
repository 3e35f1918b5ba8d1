import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, pause } from './people.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test.beforeEach(async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
})

test('an unknown lab shows a message', async ({ page, watch }) => {
  watch.allow(404, '/v0/')
  await page.goto('/labs/no-such-laboratory')
  await expect(page.getByRole('heading', { name: 'We could not find that page' })).toBeVisible()
})

test('a lab is found by its name in the address, and its canonical address replaces it', async ({ page }) => {
  await page.goto(`/labs/${encodeURIComponent(booking.lab.name.toUpperCase())}`)
  await expect(page).toHaveURL(`/labs/${booking.lab.slug}`)
  await expect(page.getByRole('heading', { name: booking.lab.name })).toBeVisible()
})

const { slug } = booking.lab
const aboutLab = [`/v0/labs/${slug}`, `/v0/listAllLabsTest?lab=${slug}`, `/v0/searchlabs?id=${slug}`]

for (const { path, asks, shows } of [
  { path: '/explore/labs', asks: ['/v0/listAllLabs.php?page=1'], shows: /showing 1 to \d+/ },
  { path: `/labs/${slug}`, asks: aboutLab, shows: 'The ready days are correct if' },
]) {
  test(`${path} requests its data before its scripts load, and nothing twice`, async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/v0/') && pathname !== '/v0/site') requested.push(pathname + search)
    })
    const arrival = Promise.withResolvers<void>()
    await page.route(/-page-[^/]*\.js$/, async (route) => {
      await arrival.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => requested.toSorted()).toEqual(asks)
    arrival.resolve()
    await expect(page.getByText(shows)).toBeVisible()
    expect(requested.toSorted()).toEqual(asks)
  })
}

test('a lab whose registration has expired shows its tests and takes no booking', async ({ page }) => {
  await page.goto('/labs/epe-waterfront-medical-laboratory')
  await expect(page.getByRole('alert').getByText('Registration expired')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Epe Main Laboratory' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Directions to Epe Main Laboratory/ })).toBeVisible()
  await page.getByRole('searchbox', { name: /^Search \d+ tests/ }).fill('Full blood count')
  await expect(page.getByRole('button', { name: 'Full blood count', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Select |Selected |Proceed)/ })).toHaveCount(0)
  // Nothing can be chosen here, so the page asks for no choice and promises no day.
  await page.getByRole('button', { name: 'Full blood count', exact: true }).click()
  await expect(page.getByText('What it tells you')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByText(/ready/i)).toHaveCount(0)
  await expectGoodLook(page, 'lab, expired')
  // A cart from before the registration expired.
  await page.evaluate(() => {
    const lab = { name: 'Epe Waterfront Medical Laboratory', reference: 'epe-waterfront-medical-laboratory' }
    localStorage.setItem('_cart', JSON.stringify([{ name: 'Full blood count', amount: 5000 }]))
    localStorage.setItem('lab', JSON.stringify({ ...lab, address: 'Epe' }))
  })
  await page.goto('/cart')
  await expect(booking.proceed(page)).toBeDisabled()
  await expect(page.getByText('This lab cannot take bookings').first()).toBeVisible()
})

test('a lab that could not be loaded leaves no placeholder above the message', async ({ page, watch }) => {
  watch.allow(503, `/v0/labs/${slug}`)
  await page.route(`**/v0/labs/${slug}`, (route) =>
    route.fulfill({ status: 503, json: { status: 503, code: 'busy', message: 'Busy', data: null } }),
  )
  await page.goto(`/labs/${slug}`)
  await expect(page.getByRole('heading', { name: 'We could not load this' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Laboratory' })).toBeVisible()
  await expect(page.locator('.motion-breathe')).toHaveCount(0)
  await page.unroute(`**/v0/labs/${slug}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: booking.lab.name })).toBeVisible()
})

test('the list of tests fades at its lower edge until its end is reached', async ({ page }) => {
  await page.goto(`/labs/${slug}`)
  const box = page.locator('.test-box')
  await expect(box.getByRole('listitem').first()).toBeVisible()
  const fade = () => box.evaluate((one) => Number(getComputedStyle(one, '::after').opacity))
  await expect.poll(fade).toBe(1)
  await box.evaluate((one) => one.scrollTo(0, one.scrollHeight))
  await expect.poll(fade).toBe(0)
  await page.getByRole('searchbox', { name: /^Search \d+ tests/ }).fill('Full blood count')
  await expect.poll(() => box.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  await expect.poll(fade).toBe(0)
})

test('home collection is refused at a lab without home visits', async ({ page }) => {
  await page.goto('/labs/adewumi-falade-medical-laboratory')
  await page.getByRole('radio', { name: 'Mushin Main Laboratory' }).check()
  await booking.select(page, ['Full blood count'])
  await page.getByRole('button', { name: /^Proceed/ }).click()
  await expect(page.getByRole('radio', { name: 'Home Sample Collection' })).toBeDisabled()
  await expect(page.getByText('does not offer home sample collection')).toBeVisible()
})

test('home collection is refused for a test that must be taken at the lab', async ({ page }) => {
  await booking.fillCart(page, ['Full blood count', 'Semen analysis'])
  await expect(page.getByRole('radio', { name: 'Home Sample Collection' })).toBeDisabled()
  await expect(page.getByText('Home sample collection is not possible for Semen analysis.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Semen analysis' }).click()
  await expectToast(page, 'Item removed from cart')
  await expect(page.getByRole('radio', { name: 'Home Sample Collection' })).toBeEnabled()
})

test('a test that the new location does not do must be removed before the booking', async ({ page }) => {
  await page.goto('/labs/adewumi-falade-medical-laboratory')
  await page.getByRole('radio', { name: 'Mushin Main Laboratory' }).check()
  await booking.select(page, ['Full blood count', 'Malaria parasite'])
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('radio', { name: 'Ojodu Berger Collection Centre' }).check()
  await expect(page.getByText('1 selected test not done at Ojodu Berger Collection Centre')).toBeVisible()
  await expectGoodLook(page, 'lab, test not done here')
  await page.getByRole('button', { name: 'Remove this test' }).click()
  await page.getByRole('button', { name: 'Proceed (1 test)' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
})

test('a cart holds the tests of one lab, and asks before it changes to another', async ({ page }) => {
  await booking.fillCart(page, ['Full blood count'])
  await page.goto('/labs/adewumi-falade-medical-laboratory')
  await page.getByRole('radio', { name: 'Mushin Main Laboratory' }).check()
  await page.getByLabel(/^Search .* by name$/).fill('Malaria parasite')
  await page.getByRole('button', { name: 'Select Malaria parasite', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Start a new cart?' })).toBeVisible()
  await expectGoodLook(page, 'start a new cart')
  await page.getByRole('button', { name: 'Start a new cart' }).click()
  await page.getByRole('button', { name: 'Proceed (1 test)' }).click()
  await expect(page.getByText('Malaria parasite').first()).toBeVisible()
  await expect(page.getByText('Full blood count')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await pause(page)
  await page.getByRole('button', { name: 'Yes, empty the cart' }).click()
  await expect(page).toHaveURL('/labs/adewumi-falade-medical-laboratory')
  await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible()
})
