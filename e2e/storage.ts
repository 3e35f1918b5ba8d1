import { expect, type Page } from '@playwright/test'

/** What the specification lets the browser store, and what identifies no person in a booking. */
const keys = {
  session: [
    '_tr_js',
    '_tr_js_exp',
    '_tr_js_profile',
    '_tr_js_email',
    'lab',
    '_booking',
    '_booking_ref',
    '_paying',
    'site',
    '_seal',
  ],
  device: ['_cart', 'lab'],
}

/** Everything that the browser stores for this page’s origin, as text. */
export async function storedText(page: Page): Promise<string> {
  const stored = await page.evaluate(() => ({
    session: Object.entries(sessionStorage),
    device: Object.entries(localStorage),
  }))
  expect(keys.session).toEqual(expect.arrayContaining(stored.session.map(([key]) => key)))
  expect(keys.device).toEqual(expect.arrayContaining(stored.device.map(([key]) => key)))
  return JSON.stringify(stored)
}

/** None of these is stored in the browser, in any letter case. */
export async function expectNotStored(page: Page, secrets: readonly string[]): Promise<void> {
  const text = (await storedText(page)).toLowerCase()
  expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([])
}
