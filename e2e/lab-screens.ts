import { join } from 'node:path'
import * as booking from './booking.ts'
import type { Walk } from './screens.ts'

/** The list of labs: full, empty, filtered, on its way and not to be had. */
export async function labs({ page, folder, shot }: Walk): Promise<void> {
  await page.goto('/orders')
  await shot('orders-empty')
  await page.goto('/explore/labs')
  await page
    .getByRole('link', { name: /Laborator|Diagnos/ })
    .first()
    .waitFor()
  await shot('explore')
  await page.goto('/explore/labs?q=zzzzzz')
  await shot('explore-none')
  await page.goto('/explore/labs?q=labs%20in%20ikja&home=yes')
  await page.getByRole('article').first().waitFor()
  await shot('explore-place')
  await page.goto('/explore/labs?favourite=yes')
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor()
  await shot('explore-no-favourites')
  await page.route('**/v0/listAllLabs.php*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    // Whoever asked may have given up by then.
    await route.abort().catch(() => undefined)
  })
  await page.goto('/explore/labs', { waitUntil: 'commit' })
  await page.waitForTimeout(1_500)
  await page.screenshot({
    path: join(folder, `explore-loading-${page.viewportSize()?.width}.png`),
    fullPage: true,
  })
  await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 30_000 })
  await shot('explore-trouble')
  await page.unroute('**/v0/listAllLabs.php*')
}

/** One lab: its standing, its places, its tests and packages, and what it refuses. */
export async function lab({ page, shot }: Walk): Promise<void> {
  await page.goto('/labs/garden-creek-diagnostics')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shot('lab-many-places')
  await page.getByText('See what this rests on').click()
  await page.getByRole('button', { name: 'Test Packages' }).click()
  await page.getByRole('list', { name: 'Tests' }).getByRole('button').first().click()
  await shot('lab-package')
  await page.goto('/labs/epe-waterfront-medical-laboratory')
  await shot('lab-expired')
  await page.goto('/labs/no-such-laboratory')
  await shot('lab-unknown')
  await page.goto(`/labs/${booking.lab.slug}`)
  await page.getByRole('radio', { name: booking.lab.place }).check()
  await page.getByRole('button', { name: 'Full blood count', exact: true }).click()
  await booking.select(page, booking.tests)
  await shot('lab-selected')
  await page.getByLabel(/^Search .* by name$/).fill('zzzz')
  await shot('lab-no-tests')
  await page.goto('/labs/adewumi-falade-medical-laboratory')
  await page.getByRole('radio', { name: 'Mushin Main Laboratory' }).check()
  await page.getByRole('button', { name: 'Select Full blood count', exact: true }).click()
  await shot('lab-replace-cart')
  await page.getByRole('button', { name: 'Keep my cart' }).click()
}
