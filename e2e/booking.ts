import { expect, type Locator, type Page } from '@playwright/test'
import type { Patient } from './people.ts'
import type { SeenPayment, Simulator } from './simulator.ts'

/** A lab of the demonstration that takes bookings, visits homes, and does all its tests at both locations. */
export const lab = {
  name: 'Ekanem-Udoh Medical Laboratory',
  slug: 'ekanem-udoh-medical-laboratory',
  place: 'Uyo Main Laboratory',
  address: '118 Aka Road, Uyo',
  landmark: 'Near the main junction',
  hours: 'Mon to Sat: 8 am to 6 pm',
  homeFee: 7000,
}

/** The location where the lab staff of the demonstration work, to book at. */
export const staffedLab = {
  name: 'Truevial Laboratories',
  slug: 'truevial-laboratories',
  place: 'Victoria Island Main Laboratory',
}

type Lab = Pick<typeof lab, 'name' | 'slug' | 'place'>

/** Two of its tests; the second asks the patient to fast. */
export const tests = ['Full blood count', 'Fasting blood sugar'] as const

/** Selects tests on a lab's page by their names. */
export async function select(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.getByLabel(/^Search .* by name$/).fill(name)
    const button = page.getByRole('button', { name: `Select ${name}`, exact: true })
    await button.click()
    await expect(page.getByRole('button', { name: `Selected ${name}`, exact: true })).toBeVisible()
  }
}

type Place = { readonly name: string; readonly address: string; readonly state: string }
type Offered = { readonly tests: readonly { readonly testName: string; readonly amount: number }[] }

/** What the browser stores of a cart with these tests at today’s prices. `ask` returns the data of a call. */
export async function cartToday(
  ask: <T>(path: string) => Promise<T>,
  names: readonly string[] = tests,
  at: Lab = lab,
) {
  const places = await ask<readonly Place[]>(`searchlabs?id=${at.slug}`)
  const lists = await ask<readonly Offered[]>(`listAllLabsTest?lab=${at.slug}`)
  const place = places.find(({ name }) => name === at.place)
  const chosen = (lists[0]?.tests ?? []).filter(({ testName }) => names.includes(testName))
  if (!place || chosen.length < names.length) throw new Error('The demonstration has not all of these tests.')
  return {
    _cart: JSON.stringify(chosen.map(({ testName, amount }) => ({ name: testName, amount }))),
    lab: JSON.stringify({
      name: at.name,
      reference: at.slug,
      address: place.address,
      location: place.name,
      state: place.state,
    }),
  }
}

/** The cart of the account that is signed in in this tab, with these tests; `fillCart` fills one by hand. */
export async function openCart(page: Page, names: readonly string[] = tests, at: Lab = lab): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('_tr_js'))
  const headers = { authorization: `Bearer ${token}` }
  const cart = await cartToday(
    async <T>(path: string) => {
      const answer: { data: T } = await (await page.request.get(`/v0/${path}`, { headers })).json()
      return answer.data
    },
    ...([names, at] as const),
  )
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    sessionStorage.setItem('lab', stored.lab)
  }, cart)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
}

/** From the lab’s page to the cart, with these tests in it. */
export async function fillCart(page: Page, names: readonly string[] = tests): Promise<void> {
  await page.goto(`/labs/${lab.slug}`)
  await page.getByRole('radio', { name: lab.place }).check()
  await select(page, names)
  await page.getByRole('button', { name: /^Proceed/ }).click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
}

/** Enters the patient’s details. */
export async function describePatient(page: Page, patient: Patient): Promise<void> {
  await page.getByLabel('Full name, as on your ID').fill(patient.name)
  await page.getByLabel('Day', { exact: true }).fill(patient.born.day)
  await page.getByLabel('Month', { exact: true }).fill(patient.born.month)
  await page.getByLabel('Year', { exact: true }).fill(patient.born.year)
  await page.getByRole('radio', { name: patient.gender, exact: true }).check()
  await page.getByLabel('Email').fill(patient.email)
  await page.getByLabel('Phone').fill(patient.phone)
}

export type Visit = { street: string; area: string; landmark: string }

/** How many of the fourteen days offered each worker has for its home visits. */
const daysOfWorker = 2

/**
 * The days offered for home visits that have room, without Sundays, when `lab` has one window only. In order,
 * at least eleven.
 */
export async function visitDays(on: Page | Locator): Promise<string[]> {
  const days = on.getByRole('group', { name: 'Day' }).getByRole('radio', { disabled: false })
  await days.last().waitFor()
  const offered = await days.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value') ?? ''))
  return offered.filter((day) => new Date(day).getUTCDay() !== 0)
}

/** Chooses a day for a home visit. */
export async function chooseVisitDay(on: Page | Locator, day: string | undefined): Promise<void> {
  await on.getByRole('group', { name: 'Day' }).locator(`input[value="${day}"]`).check()
}

/**
 * Chooses a day for a home visit, of the last eight, and its first free time. Each of four workers has days
 * of its own, so that two concurrent journeys never want the same last place.
 */
export async function chooseVisitTime(on: Page | Locator, daysBefore = 0): Promise<void> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 4
  const back = daysOfWorker * worker + (daysBefore % daysOfWorker)
  await chooseVisitDay(on, (await visitDays(on)).at(-1 - back))
  const times = on.getByRole('group', { name: /^Time on/ }).getByRole('radio', { disabled: false })
  await times.first().check()
}

/** Enters where and when the phlebotomist comes. */
export async function describeVisit(page: Page, visit: Visit): Promise<void> {
  await page.getByLabel('Street address').fill(visit.street)
  await page.getByLabel('Area or town').selectOption({ label: visit.area })
  await page.getByLabel('Nearest landmark or bus stop').fill(visit.landmark)
  await chooseVisitTime(page)
}

/** The page says that the answers are saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved to your account for 24 hours')).toBeVisible()
}

/** The button that sends the booking. */
export function proceed(page: Page) {
  return page.getByRole('button', { name: 'Proceed', exact: true })
}

/** From the cart to the hosted payment page; the order is placed on the way. */
export async function bookAndLeaveToPay(
  page: Page,
  patient: Patient,
  names?: readonly string[],
): Promise<void> {
  await openCart(page, names)
  await describePatient(page, patient)
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await proceed(page).click()
  await expectHostedPage(page)
}

/** The hosted payment page is open: the order has been placed, and Paystack has been asked. */
export async function expectHostedPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Pay Labalaba/ })).toBeVisible()
}

/** The payment of the hosted page that is open. */
export async function begunPayment(page: Page, simulator: Simulator): Promise<SeenPayment> {
  const shown = await page.getByText(/^bk-/).textContent()
  const found = await simulator.payment(shown?.trim() ?? '')
  if (!found) throw new Error(`The Paystack stand-in knows no payment ${shown}.`)
  return found
}

/** Pays on the hosted page in one of its ways. */
export async function pay(page: Page, method = 'Card that works'): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${method}\\b(?!,)`) }).check()
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
}

/** Returns from the hosted page of a payment that has ended there. */
export async function returnFromHostedPage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Return to Labalaba' }).click()
}

/** The account has placed exactly one order. */
export async function expectOneOrder(page: Page): Promise<void> {
  await page.goto('/orders')
  await expect(page.getByText('1 booking', { exact: true })).toBeVisible()
}

/** Opens the list of orders, and returns the number of the only one. */
export async function onlyOrder(page: Page): Promise<string> {
  await page.goto('/orders')
  const link = page.locator('a[href^="/orders/LB-"]')
  await expect(link).toHaveCount(1)
  return String(await link.getAttribute('href')).replace('/orders/', '')
}

/** The return page says that the money has arrived. */
export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
}
