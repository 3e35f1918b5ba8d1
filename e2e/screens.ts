import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import * as booking from './booking.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { confirmEmail, newPatient, newPerson, pause, register, signIn } from './people.ts'
import { startProduct } from './product.ts'

/** Takes a picture of every screen in its states, at both sizes: `node e2e/screens.ts <folder>`. To be looked at. */
const [folder = 'screens'] = process.argv.slice(2)

type Walk = {
  page: Page
  mailbox: Mailbox
  /** Takes a picture of the whole page. */
  shot: (name: string) => Promise<void>
}

const sizes = [
  { name: '360', viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
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
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const shot = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: true })
  }
  const all: Walk = { page, mailbox: openMailbox(product), shot }
  for (const part of [visitor, account, labs, lab, cart, links, payments]) {
    await part(all).catch((error: unknown) => console.error(`${part.name} at ${size}: ${String(error)}`))
  }
  await context.close()
}

async function visitor({ page, shot }: Walk): Promise<void> {
  for (const [name, path] of [
    ['landing', '/'],
    ['terms', '/terms-of-use'],
    ['not-found', '/nowhere'],
    ['under-construction', '/under-construction'],
    ['pay-unknown', '/pay/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['return-unknown', '/payment/return?reference=bk-00000000000000000000000000'],
  ] as const) {
    await page.goto(path)
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
  await page.screenshot({ path: join(folder, `menu-${page.viewportSize()?.width}.png`) })
}

async function labs({ page, shot }: Walk): Promise<void> {
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

async function lab({ page, shot }: Walk): Promise<void> {
  await page.goto('/labs/garden-creek-diagnostics')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shot('lab-many-places')
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
  await page.goto('about:blank')
  await page.setContent(mail.html)
  await shot('mail-receipt')
}
