import * as booking from './booking.ts'
import { becomeMember, confirmEmail, newPerson, register, signIn } from './people.ts'
import { expect, test } from './site.ts'

const minute = 60_000

test('the timer ends the session after 58 minutes, and replaces the page with the sign-in page', async ({
  page,
  mailbox,
}) => {
  await page.clock.install()
  await becomeMember(page, mailbox)
  await page.goto('/orders')
  await page.clock.fastForward(57 * minute)
  await expect(page).toHaveURL('/orders')
  await page.clock.fastForward(minute)
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText('Session expired')).toBeVisible()
  const stored = await page.evaluate(() => ['_tr_js', '_tr_js_exp'].map((key) => sessionStorage.getItem(key)))
  expect(stored).toEqual([null, null])
  await page.goBack()
  await expect(page).not.toHaveURL('/orders')
})

test('after the session has ended no request is sent: Session expired', async ({ page, mailbox }) => {
  const owner = await becomeMember(page, mailbox)
  await booking.openCart(page, ['Full blood count'])
  await booking.describePatient(page, {
    name: 'Ngozi Ezenwa',
    email: 'ngozi@example.com',
    phone: '0809 876 5432',
    gender: 'Female',
    born: { day: '27', month: '3', year: '1985' },
  })
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await booking.expectSaved(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  // The demonstration’s ribbon requests this without a session, once the page is idle.
  const isOfSession = (path: string) => path.startsWith('/v0/') && path !== '/v0/site'
  await page.evaluate(() => sessionStorage.setItem('_tr_js_exp', '1'))
  await booking.proceed(page).click()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText('Session expired').first()).toBeVisible()
  expect(sent.filter(isOfSession)).toEqual([])
  await signIn(page, owner)
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('ngozi@example.com')).toBeVisible()
})

for (const [words, refusal] of [
  ['Expired token', { status: 401, message: 'Expired token', error: 'Expired token', data: null }],
  ['Invalid token.', { status: 401, message: 'Invalid token.', data: null }],
] as const) {
  test(`the server's “${words}” removes the token and leads to the sign-in page`, async ({
    page,
    mailbox,
    watch,
  }) => {
    const owner = await becomeMember(page, mailbox)
    watch.allow(401, '/v0/orders')
    await page.route('**/v0/orders*', (route) => route.fulfill({ status: 401, json: refusal }))
    await page.goto('/orders')
    await expect(page).toHaveURL('/auth/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('_tr_js'))).toBeNull()
    await page.unroute('**/v0/orders*')
    await signIn(page, owner)
    await expect(page).toHaveURL('/orders')
  })
}

test('without an expiry, or with one that is not a number, the session is valid', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  for (const expiry of [null, 'some day']) {
    await page.evaluate((text) => {
      if (text === null) sessionStorage.removeItem('_tr_js_exp')
      else sessionStorage.setItem('_tr_js_exp', text)
    }, expiry)
    await page.goto('/orders')
    await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
  }
})

test('a signed-in user is redirected from every sign-in page, and Back does not lead there', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  const pages = ['', '/login', '/signup/user', '/otp/doctor', '/forgot-password/user', '/reset-password/user']
  for (const path of pages) {
    await page.goto('/robots.txt')
    await page.goto(`/auth${path}`)
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page).toHaveURL('/robots.txt')
  }
})

test('a new account lands where it was going, with query and hash', async ({ page, mailbox }) => {
  const person = newPerson()
  await page.goto('/explore/labs?q=uyo#results')
  await expect(page).toHaveURL('/auth/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('radio', { name: /^Personal/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await register(page, person)
  await page.reload()
  await confirmEmail(page, mailbox, person)
  await signIn(page, person)
  await expect(page).toHaveURL('/explore/labs?q=uyo#results')
})

test('signing out in one tab signs out the others', async ({ page, mailbox, context, watch }) => {
  // The second tab has the same token, which the first tab has ended by then.
  watch.allow(401, '/v0/session')
  const person = await becomeMember(page, mailbox)
  await page.goto('/explore/labs')
  const opening = context.waitForEvent('page')
  await page.evaluate(() => window.open('/orders'))
  const second = await opening
  await expect(second.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(second).toHaveURL('/')
  expect(await second.evaluate(() => sessionStorage.getItem('_tr_js'))).toBeNull()
  expect(await second.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(person.email)
})

test('the sign-in pages say that it is a demonstration', async ({ page }) => {
  for (const path of ['/auth', '/auth/login', '/auth/signup/doctor']) {
    await page.goto(path)
    await expect(page.getByText('Demo data').filter({ visible: true })).toBeVisible()
  }
})
