import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Mailbox } from './mailbox.ts'
import type { Product } from './product.ts'

/** One walk of a person through the screens, at one size. */
export type Walk = {
  page: Page
  product: Product
  mailbox: Mailbox
  /** The number of this walk among those that run at once, so that none uses another’s data. */
  turn: number
  /** Takes a picture of the whole page, from its top, without notices of earlier actions. */
  shot: (name: string) => Promise<void>
  /** Takes a picture of the visible part: for dialogs, notices and loading states. */
  view: (name: string) => Promise<void>
}

/** Pictures go into the folder, by their name and the size. */
export function camera(page: Page, folder: string, size: string): Pick<Walk, 'shot' | 'view'> {
  const path = (name: string) => join(folder, `${name}-${size}.png`)
  return {
    shot: async (name) => {
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.screenshot({ path: path(name), fullPage: true, style: '.Toastify { visibility: hidden }' })
    },
    view: async (name) => {
      // Animations come to rest first.
      await page.waitForTimeout(250)
      await page.screenshot({ path: path(name) })
    },
  }
}

type Calls = string | RegExp

/** During `work`, `change` alters the good answers to these calls. */
export async function altered<T>(
  page: Page,
  calls: Calls,
  change: (data: T) => unknown,
  work: () => Promise<void>,
): Promise<void> {
  await page.route(calls, async (route) => {
    const answer = await route.fetch()
    const body: { data: T } = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: change(body.data) } })
  })
  await work()
  await page.unroute(calls)
}

export type Refused = { status: number; code: string; message: string; data?: unknown }

/** During `work`, these calls are refused. */
export async function refusing(
  page: Page,
  calls: Calls,
  refusal: Refused,
  work: () => Promise<void>,
): Promise<void> {
  await page.route(calls, (route) =>
    route.fulfill({ status: refusal.status, json: { data: null, ...refusal } }),
  )
  await work()
  await page.unroute(calls)
}

const everyCall = '**/v0/**'

/** Opens a page that gets no answer, and takes a picture of its loading state. */
export async function seeWaiting({ page, view }: Walk, name: string, path: string): Promise<void> {
  await page.route(everyCall, () => undefined)
  await page.goto(path)
  await page.waitForTimeout(1_500)
  await view(name)
  await page.unroute(everyCall)
}

/** Opens a page whose requests fail, and takes a picture of its message. */
export async function seeTrouble({ page, shot }: Walk, name: string, path: string): Promise<void> {
  await page.route(everyCall, (route) => route.abort('internetdisconnected'))
  await page.goto(path)
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await shot(name)
  await page.unroute(everyCall)
}
