import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember, pause } from './people.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

/** Two labs of the demonstration in Lagos: the one has one location, the other two. */
const oneLocation = 'Shitta-Cole Medical Laboratory'
const twoLocations = 'Nightjar Diagnostics'

test.beforeEach(async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
})

function addToCart(page: Page, testName: string, lab: string) {
  return page.getByRole('button', { name: `Add to cart ${testName} at ${lab}`, exact: true })
}

test('a test is found by its short name, compared within a state, and put into the cart', async ({
  page,
}) => {
  await page.goto('/explore/labs')
  await page.getByRole('link', { name: 'Tests', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Explore tests' })).toBeVisible()
  await page.getByLabel('Search by test').fill('MP')
  await expect(page).toHaveURL(/\?q=MP$/)
  await page.getByRole('link', { name: 'Malaria parasite', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Malaria parasite' })).toBeVisible()
  await page.getByLabel('State').selectOption('Lagos')
  await expect(page.getByRole('heading', { name: /^\d+ labs in Lagos$/ })).toBeVisible()
  await addToCart(page, 'Malaria parasite', oneLocation).click()
  await expectToast(page, 'items added to cart')
  await expect(page.getByRole('link', { name: 'Go to cart' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'More tests at this lab' })).toBeVisible()
  await expectGoodLook(page, 'compare labs, in the cart')
  await page.getByRole('link', { name: 'Go to cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(page.getByText('Malaria parasite').first()).toBeVisible()
  await expect(page.getByText(oneLocation).first()).toBeVisible()
})

test('typing never waits for the network, and the last answer stays visible meanwhile', async ({ page }) => {
  await page.goto('/explore/tests')
  const first = page.getByRole('link', { name: 'Full blood count', exact: true })
  await expect(first).toBeVisible()
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/v0/tests?*', async (route) => {
    await answered
    await route.continue().catch(() => undefined)
  })
  await page.getByLabel('Search by test').pressSequentially('urinalysis', { delay: 40 })
  await expect(page.getByLabel('Search by test')).toHaveValue('urinalysis')
  await expect(page).toHaveURL(/\?q=urinalysis$/)
  await expect(first).toBeVisible()
  answer()
  await expect(first).toBeHidden()
  await expect(page.getByRole('link', { name: 'Urinalysis', exact: true })).toBeVisible()
})

test('a lab with several locations asks for one, and a cart of another lab is not lost without asking', async ({
  page,
}) => {
  await page.goto('/explore/tests/malaria-parasite?state=Lagos')
  await addToCart(page, 'Malaria parasite', oneLocation).click()
  await expect(page.getByText('In your cart')).toBeVisible()
  await addToCart(page, 'Malaria parasite', twoLocations).click()
  const question = page.getByRole('dialog', { name: 'Choose a lab location' })
  await expectGoodLook(page, 'choose a lab location')
  await question.getByRole('listitem').getByRole('button').last().click()
  await page
    .getByRole('dialog', { name: 'Start a new cart?' })
    .getByRole('button', { name: 'Keep my cart' })
    .click()
  await expect(addToCart(page, 'Malaria parasite', twoLocations)).toBeVisible()
  await pause(page)
  await addToCart(page, 'Malaria parasite', twoLocations).click()
  await question.getByRole('listitem').getByRole('button').last().click()
  await page.getByRole('button', { name: 'Start a new cart' }).click()
  await expect(addToCart(page, 'Malaria parasite', oneLocation)).toBeVisible()
  await page.getByRole('link', { name: 'Go to cart' }).click()
  await expect(page.getByText(twoLocations).first()).toBeVisible()
  await expect(page.getByText(oneLocation)).toHaveCount(0)
})

test('a search survives a reload, and Back undoes it step by step', async ({ page }) => {
  await page.goto('/explore/tests/malaria-parasite')
  await page.getByLabel('State').selectOption('Lagos')
  await page.getByRole('button', { name: 'Soonest' }).click()
  const title = page.getByRole('heading', { name: /^\d+ labs in Lagos$/ })
  const all = (await title.textContent()) ?? ''
  await page.getByRole('button', { name: 'Home collection' }).click()
  await expect(page).toHaveURL(/\?state=Lagos&sort=soonest&home=yes$/)
  await expect(title).not.toHaveText(all)
  const words = (await title.textContent()) ?? ''
  await page.reload()
  await expect(title).toHaveText(words)
  await expect(page.getByLabel('State')).toHaveValue('Lagos')
  await expect(page.getByRole('button', { name: 'Soonest' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Home collection' })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(page).toHaveURL(/\?state=Lagos&sort=soonest$/)
  await page.goBack()
  await expect(page).toHaveURL(/\?state=Lagos$/)
})

test('the map is used with the arrow keys, and reads out the labs of each state', async ({ page }) => {
  await page.goto('/explore/tests/malaria-parasite')
  await page.getByRole('button', { name: 'Choose on the map' }).click()
  const states = page.getByRole('listbox', { name: 'States of Nigeria' })
  await expect(states.getByRole('option')).toHaveCount(37)
  await states.getByRole('option', { name: /^Lagos, \d+ labs, from ₦[\d,]+$/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(states.getByRole('option', { name: /^Ogun, / })).toBeFocused()
  await page.keyboard.press('k')
  await expect(states.getByRole('option', { name: /^Kaduna, / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?state=Kaduna$/)
  await expect(states.getByRole('option', { name: /^Kaduna, / })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: /labs in Kaduna$/ })).toBeVisible()
  await expectGoodLook(page, 'compare labs, with the map')
})

test('a package shows its variants and its tests, and goes to the cart at its total cost', async ({
  page,
}) => {
  await page.goto('/package/test?package=fever-check')
  await expect(page.getByRole('heading', { name: 'Fever check' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tests included' })).toBeVisible()
  await expect(page.getByLabel('Variant')).toHaveValue('fever-check')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectToast(page, 'select a lab to continue')
  const held = Promise.withResolvers<void>()
  await page.route('**/v0/tests/*/offers?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByLabel('State').selectOption('Lagos')
  await expect(page).toHaveURL(/state=Lagos/)
  // The labs of all states are still shown, and one chosen among them may not be in Lagos.
  await expect(page.getByRole('radio').first()).toBeDisabled()
  held.resolve()
  await page.getByRole('radio').first().check()
  await expectGoodLook(page, 'package details')
  await page.getByRole('button', { name: 'Continue' }).click()
  const place = page.getByRole('dialog', { name: 'Choose a lab location' })
  const cart = page.getByRole('heading', { name: 'Your cart' })
  await expect(place.or(cart)).toBeVisible()
  if (await place.isVisible()) await place.getByRole('listitem').getByRole('button').first().click()
  await expect(cart).toBeVisible()
  await expect(page.getByText('Fever check').first()).toBeVisible()
})

test('the other entry pages show live data', async ({ page }) => {
  await page.goto('/centers')
  await expect(page.getByRole('heading', { name: 'Healthcare centers offering Malaria tests' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add to cart Malaria parasite at / }).first()).toBeVisible()
  await page.goto('/center/list?test=fbc')
  await expect(
    page.getByRole('heading', { name: 'Healthcare centers offering Full blood count tests' }),
  ).toBeVisible()
  await page.goto('/single/test')
  await expect(page.getByRole('radio')).toHaveCount(5)
  await page.goto('/featured')
  await expect(page.getByText('ISO 15189').nth(2)).toBeVisible()
})

test('an unknown test, and a search without results, show a message', async ({ page, watch }) => {
  watch.allow(404, '/v0/')
  await page.goto('/explore/tests/no-such-test')
  await expect(page.getByRole('heading', { name: 'We could not find that page' })).toBeVisible()
  await page.goto('/explore/tests?q=zzzzzz')
  await expect(page.getByRole('heading', { name: 'No test matches your search' })).toBeVisible()
  await expectGoodLook(page, 'no test found')
  await page.getByRole('button', { name: 'Show all tests' }).click()
  await expect(page).toHaveURL('/explore/tests')
})
