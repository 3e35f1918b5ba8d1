import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { expect, test } from './site.ts'

const pages = [
  {
    path: '/',
    title: 'Labalaba: book medical lab tests across Nigeria',
    stories: 'What doctors say',
    teller: 'Dr Kenechukwu A.',
  },
  {
    path: '/visitor',
    title: 'Book a test for you or your family - Labalaba',
    stories: 'What patients say',
    teller: 'Folasade O.',
  },
  {
    path: '/doctor',
    title: 'For doctors: book lab tests for your patients - Labalaba',
    stories: 'Doctors',
    teller: 'Dr Kenechukwu A.',
  },
  {
    path: '/lab',
    title: 'For laboratories, pharmacies and phlebotomists - Labalaba',
    stories: 'What laboratories say',
    teller: 'Laboratory manager',
  },
] as const

/** The pages that can be read before any script runs. */
const written: readonly { path: string; stories?: string; teller?: string }[] = [
  ...pages,
  { path: '/download' },
  { path: '/privacy-policy' },
  { path: '/terms-of-use' },
]

test('every page has its title', async ({ page }) => {
  for (const { path, title } of [...pages, { path: '/download', title: 'Get the app - Labalaba' }]) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
  }
})

test('the pages look good on a wide screen too', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of ['/', '/lab']) {
    await page.goto(path)
    await toTheEnd(page)
    await expectGoodLook(page, `${path}, wide`)
  }
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Laboratory' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Doctor' }).click()
  await expect(page).toHaveTitle(pages[2].title)
  await expect(menu.getByRole('link', { name: 'Doctor' })).toHaveAttribute('aria-current', 'page')
})

test('one answer is open at a time, and at first it is the first', async ({ page }) => {
  await page.goto('/#faq')
  const answers = page.locator('#faq details')
  const openAt = () => answers.evaluateAll((all) => all.map((one) => one.hasAttribute('open')))
  await expect(answers).toHaveCount(6)
  expect(await openAt()).toEqual([true, false, false, false, false, false])
  await page.getByText('How can I pay?').click()
  await expect.poll(openAt).toEqual([false, false, false, true, false, false])
  await page.getByText('How can I pay?').click()
  await expect.poll(openAt).toEqual([false, false, false, false, false, false])
})

test('the questions open by their address from other pages, on reload, and on the page itself', async ({
  page,
}) => {
  const inView = () => expect(page.getByRole('heading', { name: 'Questions people ask' })).toBeInViewport()
  await page.goto('/privacy-policy')
  await page.getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/#faq')
  await inView()
  await page.reload()
  await inView()
  await page.goto('/doctor')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/doctor#faq')
  await inView()
})

test('the page does not jump for a reader who scrolls or taps before the scripts have loaded', async ({
  page,
}) => {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('entry-start')) await arrival.promise
    await route.continue()
  })
  await page.goto('/#faq', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Questions people ask' })).toBeInViewport()
  const question = page.locator('#faq summary').last()
  await question.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const { x, y, width, height } = (await question.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  arrival.resolve()
  const isLive = (one: Element) => Object.keys(one).some((key) => key.startsWith('__react'))
  await expect.poll(() => question.evaluate(isLive)).toBe(true)
  // Until the finger is up: then the answer above closes, and the browser may scroll by its height or not.
  expect(Math.abs(((await question.boundingBox())?.y ?? 0) - y)).toBeLessThan(2)
  await page.mouse.up()
  await expect(page.locator('#faq details').last()).toHaveAttribute('open')
  await expect(page.locator('#faq details[open]')).toHaveCount(1)
})

test('Book a test leads to sign in without a session', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Book a test' }).click()
  await expect(page).toHaveURL('/auth/login')
})

test('the stories move every 30 seconds in a loop, and pause on request', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  const row = page.getByRole('region', { name: pages[0].stories, exact: true }).last()
  await row.scrollIntoViewIfNeeded()
  const dots = row.getByRole('button', { name: /^Show \d of 5/ })
  const shown = () => dots.evaluateAll((all) => all.findIndex((dot) => dot.ariaCurrent === 'true'))
  // The first tap may come before the row is interactive.
  const pause = row.getByRole('button', { name: 'Pause' })
  await expect(async () => {
    if (await pause.isVisible()) await pause.click()
    await expect(row.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await page.clock.runFor(65_000)
  expect(await shown()).toBe(0)
  await row.getByRole('button', { name: 'Play' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(31_000)
  expect(await shown()).toBe(1)
  await dots.nth(4).click()
  await expect.poll(shown).toBe(4)
  await page.mouse.move(0, 0)
  await page.clock.runFor(31_000)
  expect(await shown()).toBe(0)
})

test('a step of the stories is 368 pixels, and with reduced motion they stand still', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.clock.install()
  await page.goto('/lab')
  const row = page.getByRole('region', { name: 'What laboratories say' }).last()
  await row.scrollIntoViewIfNeeded()
  const left = (place: number) =>
    row
      .getByRole('listitem')
      .nth(place)
      .evaluate((one) => one.getBoundingClientRect().left)
  expect((await left(1)) - (await left(0))).toBe(368)
  const before = await left(1)
  await page.clock.runFor(90_000)
  expect(await left(1)).toBe(before)
  await expect(row.getByRole('button', { name: 'Pause' })).toHaveCount(0)
  await row.getByRole('button', { name: /^Show 2 of 5/ }).click()
  await expect.poll(async () => Math.round(before - (await left(1)))).toBe(368)
})

test('the three partners have tabs that work by keyboard', async ({ page }) => {
  await page.goto('/lab')
  const tabs = page.getByRole('tablist', { name: 'Partners' }).getByRole('tab')
  await tabs.first().scrollIntoViewIfNeeded()
  await expect(tabs).toHaveText(['Doctors', 'Pharmacies', 'Phlebotomist'])
  await expect(page.getByRole('tabpanel', { name: 'Doctors' })).toBeVisible()
  await tabs.nth(1).click()
  await expect(page.getByRole('tabpanel', { name: 'Pharmacies' })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Doctors' })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(2)).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Phlebotomist' })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(page.getByRole('tabpanel', { name: 'Doctors' })).toBeVisible()
})

test('a tap on a part of the page whose script is still loading is not lost', async ({ page }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/laboratory-rest*.js', async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto('/lab')
  const isLive = (one: Element) => Object.keys(one).some((key) => key.startsWith('__react'))
  await expect.poll(() => page.locator('header').first().evaluate(isLive)).toBe(true)
  await page.getByRole('tab', { name: 'Pharmacies' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Doctors' })).toBeVisible()
  arrival.resolve()
  await expect(page.getByRole('tabpanel', { name: 'Pharmacies' })).toBeVisible()
})

test('a tap before the scripts have loaded is not lost', async ({ page }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('entry-start')) await arrival.promise
    await route.continue()
  })
  await page.goto('/lab', { waitUntil: 'commit' })
  await page.getByRole('tab', { name: 'Pharmacies' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Doctors' })).toBeVisible()
  arrival.resolve()
  await expect(page.getByRole('tabpanel', { name: 'Pharmacies' })).toBeVisible()
})

test('input typed before the scripts have loaded is kept, and Login uses it', async ({ page }) => {
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('entry-start')) await arrival.promise
    await route.continue()
  })
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const login = page.getByRole('button', { name: 'Login' })
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('guava river')
  await page.keyboard.press('Enter')
  await expect(login).toBeDisabled()
  await expect(page).toHaveURL('/auth/login')
  arrival.resolve()
  await expect(login).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('guava river')
})

test('an application form opens by a tap or by its address', async ({ page }) => {
  await page.goto('/lab')
  await page.getByRole('link', { name: 'Apply to join' }).click()
  await expect(page.getByRole('button', { name: 'Send application' })).toBeVisible()
  await expectGoodLook(page, 'application form')
  await page.goto('/doctor?join=doctor#apply')
  await expect(page.getByRole('button', { name: /^Send/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ask us anything' })).toBeInViewport()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const { path, stories, teller } of written) {
    test(`${path} has all of its text`, async ({ page, watch }) => {
      // The browser is told early which scripts the page has, and then may not load them.
      watch.allowLostNetwork()
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      await expect(page.locator('main')).toHaveText(/.{500,}/s)
      await expect(page.locator('footer').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
      const hidden = await page
        .locator('main li, main h2, main h3, main summary, main figure')
        .evaluateAll((all) =>
          all
            .filter((one) => !one.closest('nav') && !one.checkVisibility())
            .map((one) => one.textContent?.slice(0, 60)),
        )
      // Only what a script would bring to life may be away: the QR code's card and the like hold no words of their own;
      // and a list of contents, whose words all stand in the text.
      expect(hidden).toEqual([])
      for (const question of await page.locator('#faq details').all()) {
        if (!(await question.evaluate((one) => one.hasAttribute('open'))))
          await question.locator('summary').click()
        await expect(question.locator('p')).toBeVisible()
      }
      if (!stories || !teller) return
      await expect(page.locator('#faq details')).not.toHaveCount(0)
      const row = page.getByRole('region', { name: stories, exact: true }).last()
      await expect(
        row.getByText('Illustrative story. Names and details are made up for this demo.'),
      ).toHaveCount(5)
      await expect(row.getByText(teller)).toBeVisible()
    })
  }
})

test('search engines get true statements, with absolute addresses', async ({ page, product, request }) => {
  const inSitemap: string[] = []
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const [, address] of sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)) inSitemap.push(String(address))
  const robots = await (await request.get('/robots.txt')).text()
  const home = new URL(String(inSitemap[0])).origin
  expect(robots).toContain(`Sitemap: ${home}/sitemap.xml`)
  for (const { path } of pages) {
    expect(inSitemap).toContain(`${home}${path}`)
    await page.goto(`${product.url}${path}`)
    const read = (selector: string, name: string) => page.locator(selector).getAttribute(name)
    expect(await read('link[rel=canonical]', 'href')).toBe(`${home}${path}`)
    expect(await read('meta[property="og:url"]', 'content')).toBe(`${home}${path}`)
    const share = await request.get(
      new URL(String(await read('meta[property="og:image"]', 'content'))).pathname,
    )
    expect(share.headers()['content-type']).toBe('image/png')
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    const kinds = data['@graph'].map((part: { '@type': string }) => part['@type'])
    const way = path === '/' ? [] : ['BreadcrumbList']
    expect(kinds).toEqual(['Organization', 'WebSite', 'FAQPage', ...way])
    const questions = data['@graph'][2].mainEntity.map((one: { name: string }) => one.name)
    expect(questions).toEqual(await page.locator('#faq summary').allTextContents())
  }
})

test('every link of the public pages leads somewhere', async ({ page, request }) => {
  const seen = new Set<string>()
  for (const { path } of [...pages, { path: '/download' }]) {
    await page.goto(path)
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    for (const link of links) seen.add(String(link).replace(/[#?].*/, ''))
  }
  for (const path of seen) expect((await request.get(path)).status(), path).toBe(200)
})

/** Scrolls to the end, so that every part of the page is interactive. */
async function toTheEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.evaluate(() => window.scrollTo(0, 0))
}
