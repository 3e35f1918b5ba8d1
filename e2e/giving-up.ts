import { expect, type Page } from '@playwright/test'
import * as booking from './booking.ts'
import { logIn, type Person, saveSession } from './people.ts'
import type { Product } from './product.ts'
import { orderAtBench, orderTaken, scientist } from './results.ts'
import type { Simulator } from './simulator.ts'

/**
 * An order of two tests at the lab, which has the specimens of both, unless `received` is false; returns its
 * number and the price of the second test.
 */
export async function twoTests(
  page: Page,
  parts: { readonly product: Product; readonly simulator: Simulator },
  person: Person,
  { received = true } = {},
): Promise<{ order: string; sugar: string }> {
  const { authid } = await logIn(page, person)
  const headers = { authorization: `Bearer ${authid}` }
  const cart = await booking.cartToday(
    async (path) => (await (await page.request.get(`/v0/${path}`, { headers })).json()).data,
    booking.tests,
    booking.staffedLab,
  )
  const chosen: { name: string; amount: number }[] = JSON.parse(cart._cart)
  const booked = [page, parts, person, booking.tests[0], person.email, { test: chosen }] as const
  const order = received ? await orderAtBench(...booked) : (await orderTaken(...booked)).order
  const amount = chosen.find(({ name }) => name === booking.tests[1])?.amount ?? 0
  return { order, sugar: `₦${amount.toLocaleString('en-NG')}` }
}

/** A scientist of the lab rejects the sample of the second test. */
export async function rejectSecond(bench: Page, product: Product, order: string): Promise<void> {
  await saveSession(bench, await logIn(bench, { email: scientist, password: product.demoPassword }))
  await bench.goto(`/portal/lab/orders/${order}`)
  const sample = bench.getByRole('listitem').filter({ hasText: booking.tests[1] })
  await sample.getByRole('button', { name: /^Reject/ }).click()
  await bench.getByLabel('Why can it not be used?').selectOption('Clotted')
  await bench.getByRole('button', { name: 'Reject the sample' }).click()
  await expect(bench.getByRole('dialog')).toHaveCount(0)
}
