import type { LabTest } from '@labalaba/contract'
import type { Locator, Page, Route } from '@playwright/test'
import * as booking from './booking.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember } from './people.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

test.beforeEach(async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
})

/** The list, with its first page. */
async function openList(page: Page): Promise<void> {
  await page.goto('/explore/labs')
  await expect(cards(page)).toHaveCount(15)
}

const listing = '**/v0/listAllLabs.php*'
const search = (page: Page) => page.getByLabel('Search by lab name or area')
const cards = (page: Page) => page.getByRole('article')
/** The list with exactly one card. */
const oneLab = `/explore/labs?q=${encodeURIComponent(booking.lab.name)}`
const heart = (page: Page, name: string) =>
  page.getByRole('button', { name: `Favourite ${name}`, exact: true })

test('a search finds a lab despite typing errors, and labs by their place', async ({ page }) => {
  await openList(page)
  await search(page).fill('ekanen medcal')
  await expect(page).toHaveURL('/explore/labs?q=ekanen+medcal')
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: booking.lab.name })).toBeVisible()
  await search(page).fill('labs in Kubwa')
  await expect(cards(page).first()).toContainText('Kubwa Hearth Laboratory')
  await expect(cards(page).nth(1)).toContainText('Kubwa, FCT')
  await page.reload()
  await expect(search(page)).toHaveValue('labs in Kubwa')
  await search(page).fill('')
  await expect(page).toHaveURL('/explore/labs')
  await expect(cards(page)).toHaveCount(15)
})

test('a search without results shows a message, and leads back to all labs', async ({ page }) => {
  await openList(page)
  await search(page).fill('zzzzz')
  await expect(page.getByRole('heading', { name: 'No lab matches your search' })).toBeVisible()
  await expectGoodLook(page, 'no lab matches')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(cards(page)).toHaveCount(15)
  await expect(search(page)).toHaveValue('')
})

test('typing in the search does not wait for answers, and the last search wins', async ({ page }) => {
  await openList(page)
  const held: Route[] = []
  await page.route(listing, (route) => void held.push(route))
  await search(page).pressSequentially('ekanem', { delay: 400 })
  await expect(search(page)).toHaveValue('ekanem')
  await expect(cards(page)).toHaveCount(15)
  expect(held.length).toBeGreaterThan(1)
  await page.unroute(listing)
  for (const route of held) await route.continue().catch(() => undefined)
  await expect(cards(page)).toHaveCount(1)
})

test('filters are kept in the address, and Back removes them one by one', async ({ page }) => {
  await openList(page)
  await page.getByRole('button', { name: 'Home collection' }).click()
  await page.getByRole('button', { name: /^ISO/ }).click()
  await expect(page).toHaveURL('/explore/labs?home=yes&iso=yes')
  await expect(cards(page).filter({ hasText: 'ISO\u00a015189' })).toHaveCount(15)
  await expect(cards(page).filter({ hasText: 'Walk-in only' })).toHaveCount(0)
  await expectGoodLook(page, 'labs, filtered')
  await page.goBack()
  await expect(page.getByRole('button', { name: /^ISO/ })).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'My favourites' }).click()
  await page.getByRole('button', { name: 'Home collection' }).click()
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
})

test('paging keeps the page number in the address, and moves the focus to the title', async ({ page }) => {
  await openList(page)
  await expect(page.getByRole('button', { name: 'Prev' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/explore/labs?page=2')
  await expect(page.getByRole('heading', { name: 'Available Laboratories' })).toBeFocused()
  await expect(page.getByText('220 labs, showing 16 to 30')).toBeVisible()
  await page.goto('/explore/labs?page=15')
  await expect(page.getByText('showing 211 to 220')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.goto('/explore/labs?page=99')
  await expect(page).toHaveURL('/explore/labs?page=15')
})

test('a favourite is marked at once, and stays so in the list, on the lab and among the favourites', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  await page.goto(oneLab)
  await expect(cards(page)).toHaveCount(1)
  const { promise: held, resolve: hold } = Promise.withResolvers<Route>()
  await page.route('**/v0/addFavourite', hold, { times: 1 })
  const saved = page.waitForResponse('**/v0/addFavourite')
  await heart(page, booking.lab.name).click()
  await expect(heart(page, booking.lab.name)).toHaveAttribute('aria-pressed', 'true')
  await (await held).continue()
  // A navigation would cancel the request.
  await saved
  await page.goto(`/labs/${booking.lab.slug}`)
  await expect(heart(page, booking.lab.name)).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/explore/labs?favourite=yes')
  await expect(cards(page)).toHaveCount(1)
  await heart(page, booking.lab.name).click()
  await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
})

test('the featured labs are the account’s favourites and the accredited labs, as the server has them now', async ({
  page,
  mailbox,
}) => {
  await becomeMember(page, mailbox)
  const answers = page.waitForResponse(/listAllLabs\.php\?.*iso=yes/)
  await page.goto('/featured')
  await expect(page.getByRole('heading', { level: 1, name: 'Featured laboratories' })).toBeVisible()
  const { data }: { data: { name: string }[] } = await (await answers).json()
  const accredited = page.getByRole('region', { name: /ISO.15189 accreditation/ }).getByRole('article')
  await expect(accredited.getByRole('heading')).toHaveText(data.map(({ name }) => name))
  for (const card of await accredited.all()) await expect(card).toContainText('ISO 15189')
  const own = page.getByRole('region', { name: 'Your favourites' })
  await expect(own).toHaveCount(0)

  await page.goto(oneLab)
  const saved = page.waitForResponse('**/v0/addFavourite')
  await heart(page, booking.lab.name).click()
  await expect(heart(page, booking.lab.name)).toHaveAttribute('aria-pressed', 'true')
  await saved
  await page.goto('/featured')
  await expect(own.getByRole('article')).toHaveCount(1)
  await expect(own.getByRole('link', { name: booking.lab.name })).toHaveAttribute(
    'href',
    `/labs/${booking.lab.slug}`,
  )
  await heart(page, booking.lab.name).click()
  await expect(own).toHaveCount(0)
})

test('a favourite that could not be saved is unmarked, with a message', async ({ page, watch }) => {
  watch.allowLostNetwork()
  await page.goto(oneLab)
  await expect(cards(page)).toHaveCount(1)
  await page.route('**/v0/addFavourite', (route) => route.abort())
  await heart(page, booking.lab.name).click()
  await expectToast(page, 'No answer from the network. Your favourites have not changed.')
  await expect(heart(page, booking.lab.name)).toHaveAttribute('aria-pressed', 'false')
})

test('of several quick taps on a heart the last one counts', async ({ page, mailbox }) => {
  await becomeMember(page, mailbox)
  await page.goto(oneLab)
  await expect(cards(page)).toHaveCount(1)
  await page.route('**/v0/*Favourite', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  const answered: string[] = []
  page.on('requestfinished', (request) => {
    if (/Favourite$/.test(request.url())) answered.push(request.url())
  })
  for (const _ of ['on', 'off', 'on']) await heart(page, booking.lab.name).click()
  await expect(heart(page, booking.lab.name)).toHaveAttribute('aria-pressed', 'true')
  // Two taps may send one request or three; the last one adds the favourite.
  await expect.poll(() => answered.at(-1)).toContain('addFavourite')
  await page.waitForTimeout(1000)
  await expect.poll(() => answered.at(-1)).toContain('addFavourite')
  await page.reload()
  await expect(heart(page, booking.lab.name)).toHaveAttribute('aria-pressed', 'true')
})

test('without a network the list shows a message, and recovers by itself', async ({ page, watch }) => {
  watch.allowLostNetwork()
  await openList(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'No answer from the network' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('220 labs, showing 16 to 30')).toBeVisible()
})

test('a lab shows its verification, its place, its opening hours and the way there', async ({ page }) => {
  await page.goto('/labs/ayewo-ara-diagnostics')
  await page.getByText('Registration and quality checks').click()
  await expect(page.getByText('DEMO-MLSCN-0026').last()).toBeVisible()
  await expect(page.getByText('National External Quality Assessment Scheme')).toBeVisible()
  await expect(page.getByText(/^Accredited for Haematology, /)).toBeVisible()
  await page.getByRole('radio', { name: 'Ikeja Main Laboratory' }).check()
  await expect(page.getByText('Open now, day and night').first()).toBeVisible()
  const way = page.getByRole('link', { name: 'Directions to Ikeja Main Laboratory' })
  await expect(way).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=6\./)
  await expect(way).toHaveAttribute('rel', 'noopener noreferrer')
  await expectGoodLook(page, 'lab, standing and directions')
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('radio', { name: 'Ikeja Main Laboratory' })).toBeFocused()
})

test('proceeding without a location warns, and leads to the choice', async ({ page }) => {
  await page.goto('/labs/ayewo-ara-diagnostics')
  await expect(page.getByRole('button', { name: 'Select Test(s) to Proceed' })).toBeDisabled()
  await booking.select(page, ['Full blood count'])
  await page.getByRole('button', { name: 'Proceed (1 test)' }).click()
  await expectToast(page, 'select a lab to continue')
  await expect(page.getByRole('heading', { name: 'Choose a lab location' })).toBeFocused()
})

test('a package shows its tests and the preparation of each, without leaving the page', async ({ page }) => {
  await page.goto('/labs/ayewo-ara-diagnostics')
  await page.getByRole('button', { name: 'Test Packages' }).click()
  const rows = page.getByRole('list', { name: 'Tests' })
  await rows.getByRole('button', { name: 'Antenatal booking tests', exact: true }).click()
  await expect(rows.getByText('The 10 tests in it')).toBeVisible()
  await expect(rows.getByText('Hepatitis C antibody')).toBeVisible()
  await page.getByRole('button', { name: 'All tests' }).click()
  await rows.getByRole('button', { name: 'Full blood count', exact: true }).click()
  for (const words of ['What it tells you', 'Sample', 'Preparation', 'At home'])
    await expect(rows.getByText(words, { exact: true })).toBeVisible()
  await expectGoodLook(page, 'lab, test information')
})

test('a list of a thousand tests draws a few rows at a time, for touch and keyboard', async ({ page }) => {
  await page.route('**/v0/listAllLabsTest*', grow)
  await page.goto(`/labs/${booking.lab.slug}`)
  const rows = page.getByRole('list', { name: 'Tests' }).locator('li[aria-setsize]')
  await expect(page.getByLabel('Search 1,000 tests by name')).toBeVisible()
  await expect(rows.first()).toHaveAttribute('aria-setsize', '1000')
  expect(await rows.count()).toBeLessThan(30)
  await scrollTo(page, 1)
  await expect(rows.last()).toHaveAttribute('aria-posinset', '1000')
  expect(await rows.count()).toBeLessThan(30)
  await scrollTo(page, 0)
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1')
  await walkByTab(page, rows)
})

/** Thirty presses of Tab: past the rows of the first screen, row after row, always in sight. */
async function walkByTab(page: Page, rows: Locator): Promise<void> {
  await rows.first().getByRole('button').first().focus()
  for (let step = 0; step < 30; step += 1) await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  await expect(focused).toBeInViewport()
  await expect(rows.filter({ has: focused })).toHaveAttribute('aria-posinset', '16')
  await scrollTo(page, 1)
  await page.keyboard.press('Shift+Tab')
  await expect(rows.filter({ has: focused })).toHaveAttribute('aria-posinset', '15')
}

async function scrollTo(page: Page, part: number): Promise<void> {
  await page.getByRole('list', { name: 'Tests' }).evaluate((list, to) => {
    const frame = list.parentElement
    if (frame) frame.scrollTop = frame.scrollHeight * to
  }, part)
}

/** The tests of the lab, repeated until there are a thousand. */
async function grow(route: Route): Promise<void> {
  const answer = await route.fetch()
  const body = (await answer.json()) as { data: [{ lab: string; tests: LabTest[] }] }
  const [ofLab] = body.data
  const { tests } = ofLab
  const many = Array.from({ length: 1000 }, (_, n) => {
    const one = tests[n % tests.length] as LabTest
    const again = Math.floor(n / tests.length)
    return again === 0 ? one : { ...one, code: `${one.code}-${again}`, testName: `${one.testName} ${again}` }
  })
  await route.fulfill({ response: answer, json: { ...body, data: [{ ...ofLab, tests: many }] } })
}
