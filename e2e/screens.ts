import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import * as booking from './booking.ts'
import { lab, labs } from './lab-screens.ts'
import { linkIn, type Mailbox, openMailbox } from './mailbox.ts'
import { confirmEmail, newPatient, newPerson, pause, register, signIn } from './people.ts'
import { startProduct } from './product.ts'
import { publicScreens, seeAll } from './public-screens.ts'

/** Takes a picture of every screen in its states, at three sizes: `node e2e/screens.ts <folder>`. To be looked at. */
const [folder = 'screens'] = process.argv.slice(2)

export type Walk = {
  page: Page
  mailbox: Mailbox
  /** Where the pictures go. */
  folder: string
  /** Takes a picture of the whole page. */
  shot: (name: string) => Promise<void>
}

const sizes = [
  { name: '360', viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  { name: '768', viewport: { width: 768, height: 1024 }, isMobile: true, hasTouch: true },
  { name: '1280', viewport: { width: 1280, height: 800 } },
]

await mkdir(folder, { recursive: true })
const product = await startProduct()
try {
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
  await Promise.all(sizes.map((size) => walk(browser, size)))
  await browser.close()
} finally {
  await product.stop()
}

async function walk(browser: Browser, { name: size, ...options }: (typeof sizes)[number]): Promise<void> {
  const common = { baseURL: product.url, locale: 'en-GB', timezoneId: 'Africa/Lagos' }
  const context = await browser.newContext({ ...options, ...common, reducedMotion: 'reduce' })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const shot = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: true })
  }
  const all: Walk = { page, folder, mailbox: openMailbox(product), shot }
  for (const part of [visitor, partners, account, labs, tests, lab, cart, links, payments]) {
    await part(all).catch((error: unknown) => console.error(`${part.name} at ${size}: ${String(error)}`))
  }
  await context.close()
}

async function visitor({ page, shot }: Walk): Promise<void> {
  for (const [name, path] of publicScreens) {
    await page.goto(path)
    await seeAll(page)
    await shot(name)
  }
}

async function account({ page, mailbox, shot }: Walk): Promise<void> {
  const person = newPerson()
  await page.goto('/auth')
  await shot('auth-chooser')
  await page.goto('/auth/login')
  await shot('login')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('alert').first().waitFor()
  await shot('login-refused')
  await page.goto('/auth/signup/user')
  await shot('register')
  await page.getByLabel('Mobile number').fill('12')
  await page.getByLabel('Email').fill('ada@')
  await page.getByLabel('Password', { exact: true }).focus()
  await shot('register-errors')
  await register(page, person)
  await shot('code')
  await page.getByLabel('Verification code').fill('123')
  await page.getByRole('button', { name: 'Verify' }).click()
  await shot('code-short')
  await pause(page)
  await confirmEmail(page, mailbox, person)
  await shot('login-confirmed')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await shot('forgot')
  await page.getByRole('dialog').getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await shot('reset')
  await page.goto('/auth/login')
  await signIn(page, person)
  await shot('landing-signed-in')
  const menu = page.getByRole('button', { name: /Open menu|^Ada|Ada$/ }).filter({ visible: true })
  await menu.click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(folder, `menu-${page.viewportSize()?.width}.png`) })
}

async function tests({ page, shot }: Walk): Promise<void> {
  for (const [name, path] of [
    ['explore-tests', '/explore/tests'],
    ['explore-tests-packages', '/explore/tests?category=Test+Package'],
    ['explore-tests-none', '/explore/tests?q=zzzzzz'],
    ['test', '/explore/tests/lipid-profile?state=Lagos'],
    ['test-package', '/explore/tests/wellness-full'],
    ['test-no-labs', '/explore/tests/lipid-profile?state=Lagos&area=Nowhere&iso=yes'],
    ['test-unknown', '/explore/tests/no-such-test'],
    ['featured', '/featured'],
    ['centers', '/centers'],
    ['single-test', '/single/test'],
    ['package-test', '/package/test?package=malaria-typhoid'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await shot(name)
  }
  await page.goto('/explore/tests/malaria-parasite?state=Lagos')
  // Beside the list there is room for it; below that width it waits behind its button.
  if ((page.viewportSize()?.width ?? 0) < 940)
    await page.getByRole('button', { name: 'Choose on the map' }).click()
  await page.getByRole('option', { name: /^Kano, / }).focus()
  await page.keyboard.press('ArrowDown')
  await shot('test-map')
  await page.getByRole('button', { name: 'Add to cart Malaria parasite at Nightjar Diagnostics' }).click()
  await shot('test-location')
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await page.getByRole('link', { name: 'Go to cart' }).waitFor()
  await shot('test-in-cart')
  await page.getByRole('button', { name: /^Remove/ }).click()
}

async function cart({ page, shot }: Walk): Promise<void> {
  await page.goto('/cart')
  await page.getByRole('heading', { name: 'Your cart' }).waitFor()
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
  await shot('cart-offline')
  await page.context().setOffline(false)
  await pause(page)
}

async function links({ page, shot, mailbox }: Walk): Promise<void> {
  await booking.proceed(page).click()
  await page.getByRole('heading', { name: 'Payment Link Created' }).waitFor()
  await shot('link')
  const url = await page.getByLabel('Link', { exact: true }).inputValue()
  const payer = newPerson().email
  await page.getByLabel('Recipient email').fill(payer)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await page.getByRole('heading', { name: 'Link Sent Successfully!' }).waitFor()
  await shot('link-sent')
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByRole('heading', { name: 'Waiting for payment' }).waitFor()
  await shot('order-waiting')
  await page.goto(url)
  await page.getByRole('button', { name: /^Pay ₦/ }).waitFor()
  await shot('pay')
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await booking.expectHostedPage(page)
  await shot('hosted')
  await booking.pay(page)
  await booking.expectPaid(page)
  await shot('return-paid-by-link')
  await page.goto(url)
  await shot('pay-paid')
  const mail = await mailbox.find(payer, 'A payment request for Ngozi Ezenwa-Bright')
  await page.goto('about:blank')
  await page.setContent(mail.html)
  await shot('mail-link')
}

async function payments({ page, shot, mailbox }: Walk): Promise<void> {
  const patient = newPatient()
  await booking.bookAndLeaveToPay(page, patient)
  await page.goBack()
  await page.getByRole('heading', { name: 'Your cart' }).waitFor()
  await shot('cart-already-booked')
  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByRole('link', { name: 'Check it now' }).click()
  await page.getByRole('heading', { name: /Do not pay again/ }).waitFor()
  await page.screenshot({
    path: join(folder, `return-checking-${page.viewportSize()?.width}.png`),
    fullPage: true,
  })
  await page.goto('/orders')
  await page.getByRole('link', { name: booking.lab.name }).first().click()
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await booking.expectHostedPage(page)
  await booking.pay(page, 'Card that is declined')
  await shot('hosted-declined')
  await booking.returnFromHostedPage(page)
  await page.getByRole('heading', { name: 'The payment did not go through' }).waitFor()
  await shot('return-declined')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: /^Pay now/ }).click()
  await booking.expectHostedPage(page)
  await booking.pay(page)
  await booking.expectPaid(page)
  await shot('return-paid')
  await page.getByRole('link', { name: 'See my order' }).click()
  await page.getByRole('heading', { name: 'Progress' }).waitFor()
  await shot('order-scheduled')
  await page.goto('/orders')
  await shot('orders')
  const mail = await mailbox.find(patient.email, 'Your booking is confirmed')
  await tracking({ page, folder, shot, mailbox }, linkIn(mail, `${product.url}/track#`))
  await page.goto('about:blank')
  await page.setContent(mail.html)
  await shot('mail-receipt')
}

/** The tracking page of a paid order, from its mail's link and in what can go wrong. */
async function tracking({ page, shot }: Walk, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('heading', { name: 'Progress' }).waitFor()
  await shot('track-live')
  await page.getByRole('link', { name: 'track another order' }).click()
  const track = page.getByRole('button', { name: 'Track order' })
  await track.click()
  await shot('track-refused')
  await page.getByLabel('Order number').fill('LB-0000-0000-0000-0000')
  await page.getByLabel('The patient’s phone or email').fill('0803 000 0000')
  await pause(page)
  await track.click()
  await page.getByText('We do not find an order').waitFor()
  await shot('track-unknown')
}

/** The form of those who want to work with us, refused and sent. */
async function partners({ page, shot }: Walk): Promise<void> {
  await page.goto('/lab?join=lab#apply')
  const send = page.getByRole('button', { name: 'Send application' })
  await send.click()
  await shot('partners-refused')
  await page.getByLabel('Name of the laboratory').fill('Ade Diagnostics')
  await page.getByLabel('Your full name').fill('Ngozi Ade')
  await page.getByLabel('Phone').fill('0803 123 4567')
  await page.getByLabel('Email').fill(newPatient().email)
  await page.getByLabel('State', { exact: true }).selectOption('Oyo')
  await page.getByLabel('Area').fill('Bodija')
  await page.getByLabel(/may write to me/).check()
  await pause(page)
  await send.click()
  await page.getByRole('heading', { name: 'Thank you, we have your application' }).waitFor()
  await shot('partners-sent')
}
