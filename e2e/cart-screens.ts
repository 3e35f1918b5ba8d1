import * as booking from './booking.ts'
import { newPatient, pause } from './people.ts'
import { type Refused, refusing, type Walk } from './walk.ts'

const [first, second] = booking.tests

/** The cart, from its tests to the button that sends it. */
export async function cart({ page, shot, view }: Walk): Promise<void> {
  await booking.openCart(page)
  await page.getByRole('radio', { name: 'Pay Online' }).waitFor()
  await shot('cart')
  await booking.describePatient(page, newPatient())
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await booking.describeVisit(page, {
    street: '14 Abak Road',
    area: 'Uyo',
    landmark: 'Beside the water tank',
  })
  await shot('cart-home')
  await page.getByRole('button', { name: 'Continue' }).first().click()
  await page.getByRole('button', { name: 'Continue' }).first().click()
  await page.getByRole('radio', { name: 'Generate payment link' }).check()
  await shot('cart-ready')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await shot('cart-cancel')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.context().setOffline(true)
  await booking.proceed(page).click()
  await page.getByText('No answer came').waitFor()
  await view('cart-offline')
  await page.context().setOffline(false)
  await pause(page)
}

const refusals: Record<string, Refused> = {
  'new-prices': {
    status: 409,
    code: 'price_changed',
    message: 'A price has changed.',
    data: { tests: [{ name: first, amount: 9_150 }] },
  },
  'not-here': {
    status: 409,
    code: 'not_at_this_location',
    message: 'A test is not done at this location.',
    data: { tests: [second] },
  },
  'no-home': {
    status: 409,
    code: 'no_home_collection',
    message: 'No home sample collection.',
    data: { tests: [first, second] },
  },
  'not-bookable': {
    status: 409,
    code: 'lab_not_bookable',
    message: 'This lab cannot take bookings: its registration has expired.',
  },
  gone: { status: 409, code: 'unknown_test', message: 'No longer offered.', data: { tests: [first] } },
  'day-passed': {
    status: 400,
    code: 'day_passed',
    message: 'That day or time has passed. Choose a later one.',
  },
  kept: {
    status: 503,
    code: 'payment_provider_down',
    message: 'We could not reach the payment page. We have kept your booking. Try to pay again in a moment.',
    data: { orderReference: 'LB-7K2M-9QXD-3HVT-5RWA' },
  },
  busy: { status: 503, code: 'busy', message: 'We are very busy just now. Please try again in a moment.' },
}

/** The server’s refusals of a booking, and how the cart shows them. The cart is ready to be sent. */
export async function refusedCart({ page, shot }: Walk): Promise<void> {
  for (const [name, refusal] of Object.entries(refusals)) {
    await pause(page)
    await refusing(page, '**/v0/addBooking', refusal, async () => {
      await booking.proceed(page).click()
      await page.getByRole('alert').filter({ visible: true }).first().waitFor()
      await shot(`cart-${name}`)
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Payment method' }).waitFor()
    await page
      .getByText('Saved to your account for 24 hours')
      .waitFor({ timeout: 15_000 })
      .catch(() => undefined)
  }
}

/** A cart whose lab cannot be loaded, is closed or has moved, and one that pays for a test twice. */
export async function troubledCart({ page, shot }: Walk): Promise<void> {
  await page.route('**/v0/searchlabs*', (route) => route.abort('internetdisconnected'))
  await page.reload()
  await page.getByText('We could not check with the lab').waitFor()
  await shot('cart-facts-trouble')
  await page.unroute('**/v0/searchlabs*')
  const lab = await page.evaluate(() => localStorage.getItem('lab') ?? '{}')
  for (const [name, change] of [
    ['no-location', { address: '', location: '' }],
    ['moved', { address: '1 Nowhere Street, Uyo', location: 'Nowhere' }],
  ] as const) {
    const other = JSON.stringify({ ...JSON.parse(lab), ...change })
    await page.evaluate((text) => {
      localStorage.setItem('lab', text)
      sessionStorage.setItem('lab', text)
    }, other)
    await page.reload()
    await page.getByRole('heading', { name: 'Payment method' }).waitFor()
    await shot(`cart-${name}`)
  }
  await page.evaluate((text) => {
    localStorage.setItem('lab', text)
    sessionStorage.setItem('lab', text)
  }, lab)
  await page.reload()
  await page.getByRole('heading', { name: 'Payment method' }).waitFor()
}
