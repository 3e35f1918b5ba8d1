import type { Page } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember } from './people.ts'
import { expect, test } from './site.ts'

const lab = { slug: 'ayewo-ara-diagnostics', place: 'Ikeja Main Laboratory' }
const checkUp = { name: 'Antenatal booking tests', member: 'Hepatitis C antibody' }
const several = (page: Page) => page.getByRole('switch', { name: 'Select Multiple' })

test.beforeEach(async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
  await page.goto(`/labs/${lab.slug}`)
})

test('a lab’s list has its categories, and Select Multiple is on', async ({ page }) => {
  const chips = page.getByRole('group', { name: 'Categories' })
  for (const name of ['All tests', 'Test Packages', 'Pathology', 'Imaging'])
    await expect(chips.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(several(page)).toBeChecked()
  await booking.select(page, booking.tests)
  await expect(page.getByRole('button', { name: 'Proceed (2 tests)' })).toBeVisible()
})

test('with Select Multiple off, a test replaces the one before, with a message', async ({ page }) => {
  const [first, second] = booking.tests
  await booking.select(page, [first, second])
  await several(page).uncheck()
  await expect(page.getByText('Both tests stay selected until you choose another test.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed (2 tests)' })).toBeVisible()
  await expectGoodLook(page, 'lab, one test at a time')
  await booking.select(page, ['Widal test'])
  await expect(page.getByText(`Widal test replaces ${first} and ${second}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed (1 test)' })).toBeVisible()
  await page.getByRole('button', { name: 'Selected Widal test' }).click()
  await expect(page.getByRole('button', { name: 'Select Test(s) to Proceed' })).toBeDisabled()
})

test('a test that a package in the cart includes is pointed out, and removed in the cart', async ({
  page,
}) => {
  await page.getByRole('radio', { name: lab.place }).check()
  await booking.select(page, [checkUp.name])
  await page.getByLabel(/^Search .* by name$/).fill(checkUp.member)
  await expect(page.getByText(`Part of ${checkUp.name} in your cart`)).toBeVisible()
  await booking.select(page, [checkUp.member])
  await expect(page.getByText(`Also in ${checkUp.name}: you would pay twice`)).toBeVisible()
  await expectGoodLook(page, 'lab, a test of a package in the cart')
  await page.getByRole('button', { name: 'Proceed (2 tests)' }).click()
  await expect(page.getByText(`Also in ${checkUp.name}: you would pay for it twice.`)).toBeVisible()
  await expectGoodLook(page, 'cart, a test twice')
  await page.getByRole('button', { name: 'Remove the single test' }).click()
  await expect(page.getByRole('button', { name: `Remove ${checkUp.member}` })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Remove ${checkUp.name}` })).toBeVisible()
})

test('two packages with tests in common can both be booked, and the cart names the shared tests', async ({
  page,
}) => {
  await booking.openCart(page, ['Low blood (anaemia) check', 'Sickle cell and genotype check'])
  const shared = 'Haemoglobin genotype and Full blood count are also part of Low blood (anaemia) check.'
  await expect(page.getByText(shared)).toBeVisible()
  await expectGoodLook(page, 'cart, packages that share tests')
  await page.getByRole('button', { name: 'Remove Low blood (anaemia) check' }).click()
  await expect(page.getByText(shared)).toHaveCount(0)
})
