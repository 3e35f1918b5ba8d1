import { expect, type Locator, type Page } from '@playwright/test'
import * as booking from './booking.ts'
import type { Mailbox } from './mailbox.ts'
import { findListed } from './operators.ts'
import { becomeMember, newPatient, type Patient, signIn } from './people.ts'
import type { Product } from './product.ts'
import { letVisitBeToday } from './time-travel.ts'
import type { Answered } from './watch.ts'

export const phlebotomist = 'phlebotomist@demo.labalaba.example'

type Where = {
  readonly lab?: typeof booking.staffedLab
  readonly tests?: readonly string[]
  readonly place?: booking.Visit
}

/** A visit for the lab of the demonstration’s staff, near it. */
export const nearStaffedLab: Where = {
  lab: booking.staffedLab,
  place: { street: '3 Ahmadu Bello Way', area: 'Victoria Island', landmark: 'Beside the bank' },
}

/** The number of the order whose page is open. */
export function orderOpen(page: Page): string {
  return decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
}

/** The row of a visit of today on the operator’s page. */
export async function findToday(office: Page, { name }: Patient): Promise<Locator> {
  return await findListed(office.getByRole('listitem').filter({ hasText: name }), async () => {
    await office.goto('/operator/visits')
    await office.getByRole('tab', { name: 'By day' }).click()
  })
}

/** Assigned to the phlebotomist of the demonstration, who gets all visits. */
export function visited(): Patient {
  const letters = Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)))
  return { ...newPatient(), name: `Ngozi ${letters.join('')}` }
}

/** Books a home visit and pays for it; ends on the order’s page, and returns the door code. */
export async function bookVisit(
  page: Page,
  patient: Patient,
  {
    lab = booking.lab,
    tests = booking.tests,
    place = { street: '14 Abak Road', area: 'Uyo', landmark: 'Beside the water tank' },
  }: Where = {},
): Promise<string> {
  await booking.openCart(page, tests, lab)
  await page.getByRole('radio', { name: 'Home Sample Collection' }).check()
  await booking.describePatient(page, patient)
  await booking.describeVisit(page, place)
  await page.getByRole('radio', { name: 'Pay Online' }).check()
  await booking.proceed(page).click()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  await booking.expectPaid(page)
  await booking.expectOneOrder(page)
  await page.getByRole('link', { name: lab.name }).click()
  const card = page.getByRole('region', { name: /comes to you/ })
  await expect(async () => {
    await page.reload()
    await expect(card).toBeVisible({ timeout: 10_000 })
  }).toPass()
  return (await card.getByText(/^\d{6}$/).textContent()) ?? ''
}

/** Signs in a staff member of the demonstration, who lands on their home page. */
export async function work(page: Page, product: Product, email: string): Promise<void> {
  await page.goto('/auth/login')
  await signIn(page, { email, password: product.demoPassword })
}

type Site = {
  readonly page: Page
  readonly mailbox: Mailbox
  readonly product: Product
  readonly anotherPerson: (how?: { losesNetwork?: true; answered?: Answered }) => Promise<Page>
}

/**
 * Signs up an account in the page of the test, with a home visit that is paid and today; returns the patient
 * and the door code.
 */
export async function haveVisitToday(
  { page, mailbox, product }: Pick<Site, 'page' | 'mailbox' | 'product'>,
  where: Where = {},
): Promise<{ patient: Patient; code: string }> {
  await becomeMember(page, mailbox)
  const patient = visited()
  const code = await bookVisit(page, patient, where)
  await letVisitBeToday(product, patient.email)
  return { patient, code }
}

/** The same, and the phlebotomist has the visit open in a browser of their own. */
export async function openVisit(
  site: Site,
  how: { losesNetwork?: true; answered?: Answered } = {},
  where: Where = {},
): Promise<{ patient: Patient; code: string; femi: Page }> {
  const visit = await haveVisitToday(site, where)
  const femi = await site.anotherPerson(how)
  await work(femi, site.product, phlebotomist)
  await femi.getByRole('link', { name: new RegExp(visit.patient.name) }).click()
  return { ...visit, femi }
}

/** Everything done at the visits of this round has reached the server. */
export async function expectSent(round: Page): Promise<void> {
  await expect(round.locator('[data-unsent="0"]')).toBeVisible()
}

/** The same, and they have set off. */
export async function setOff(
  site: Site,
  how: { losesNetwork?: true; answered?: Answered } = {},
  where: Where = {},
): Promise<{ patient: Patient; code: string; femi: Page }> {
  const opened = await openVisit(site, how, where)
  await opened.femi.getByRole('button', { name: 'Set off' }).click()
  await expectSent(opened.femi)
  return opened
}

/**
 * At the door: the code, the patient’s identity, and each tube with its label; ends before the collection is
 * reported.
 */
export async function takeSamples(page: Page, doorCode: string): Promise<void> {
  await page.getByLabel('Door code', { exact: true }).fill(doorCode)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Is it the patient?' })).toBeVisible()
  await page.getByLabel('Both match').check()
  for (const label of await page.getByText(/^\d{2}[0-9A-Z]+-\d{5}$/).allTextContents()) {
    await page.getByLabel('Label on the tube').fill(label.toLowerCase())
    await expect(page.getByLabel('Label on the tube')).toHaveValue('')
  }
}

/** For journeys that change or need the areas of the demonstration’s phlebotomist, which are saved as one list. */
export const areasOfPhlebotomist = { lock: 'areas of the phlebotomist' }
