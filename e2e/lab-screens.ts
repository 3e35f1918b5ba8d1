import * as booking from './booking.ts'
import { seeTrouble, seeWaiting, type Walk } from './walk.ts'

/** The list of labs: full, empty, filtered, loading and unavailable. */
export async function labs(walk: Walk): Promise<void> {
  const { page, shot } = walk
  await page.goto('/orders')
  await page.getByRole('heading', { name: 'No booking yet' }).waitFor()
  await shot('orders-empty')
  await page.goto('/explore/labs')
  await page.getByRole('article').first().waitFor()
  await shot('explore')
  await page.goto('/explore/labs?q=zzzzzz')
  await page.getByRole('heading', { name: 'No lab matches your search' }).waitFor()
  await shot('explore-none')
  await page.goto('/explore/labs?q=labs%20in%20ikja&home=yes')
  await page.getByRole('article').first().waitFor()
  await shot('explore-place')
  await page.goto('/explore/labs?favourite=yes')
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor()
  await shot('explore-no-favourites')
  await seeWaiting(walk, 'explore-loading', '/explore/labs')
  await slow(walk)
  await seeTrouble(walk, 'explore-trouble', '/explore/labs')
}

/** A network so slow that a message appears after eight seconds. */
async function slow({ page, view }: Walk): Promise<void> {
  await page.route('**/v0/listAllLabs.php*', () => undefined)
  await page.goto('/explore/labs')
  await page.getByText('This is taking longer than usual.').waitFor()
  await view('explore-slow')
  await page.unroute('**/v0/listAllLabs.php*')
}

/** One lab: its verification, locations, tests and packages, and what it refuses. */
export async function lab(walk: Walk): Promise<void> {
  const { page, shot, view } = walk
  await seeWaiting(walk, 'lab-loading', '/labs/garden-creek-diagnostics')
  await seeTrouble(walk, 'lab-trouble', '/labs/garden-creek-diagnostics')
  await page.goto('/labs/garden-creek-diagnostics')
  await page.getByRole('button', { name: 'Select Full blood count', exact: true }).waitFor()
  await shot('lab-many-places')
  await page.getByText('Registration and quality checks').click()
  await page.getByRole('button', { name: 'Test Packages' }).click()
  await page.getByRole('list', { name: 'Tests' }).getByRole('button').first().click()
  await shot('lab-package')
  await page.goto('/labs/epe-waterfront-medical-laboratory')
  await page.getByText('Choose another lab').waitFor()
  await shot('lab-expired')
  await page.goto('/labs/no-such-laboratory')
  await page.getByRole('heading', { name: 'We could not find that page' }).waitFor()
  await shot('lab-unknown')
  await page.goto(`/labs/${booking.lab.slug}`)
  await page.getByRole('button', { name: 'Select Full blood count', exact: true }).click()
  await page.getByRole('button', { name: /^Proceed/ }).click()
  await page.getByText('select a lab to continue').waitFor()
  await view('lab-no-location')
  await page.getByRole('radio', { name: booking.lab.place }).check()
  await page.getByRole('button', { name: 'Full blood count', exact: true }).click()
  await shot('lab-test-open')
  await booking.select(page, ['Fasting blood sugar'])
  await view('lab-selected')
  await page.getByRole('switch', { name: 'Select Multiple' }).uncheck()
  await shot('lab-one-at-a-time')
  await page.getByLabel(/^Search .* by name$/).fill('zzzz')
  await page.getByText('No tests available').waitFor()
  await shot('lab-no-tests')
  await page.goto('/labs/adewumi-falade-medical-laboratory')
  await page.getByRole('radio', { name: 'Mushin Main Laboratory' }).check()
  await page.getByRole('button', { name: 'Select Full blood count', exact: true }).click()
  await page.getByRole('button', { name: 'Keep my cart' }).waitFor()
  await view('lab-replace-cart')
  await page.getByRole('button', { name: 'Keep my cart' }).click()
}
