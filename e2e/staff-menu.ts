import type { Locator, Page } from '@playwright/test'
import { toWork } from './desk.ts'

/** For journeys that change a price: all changes stand in one list, and each looks for its own at the top. */
export const onePriceList = { lock: 'prices of the staffed lab' }

/** Opens the menu of somebody who works here, on a screen where their places do not stand in the bar. */
export async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

/** Goes to one of their places through the menu. */
export async function goToPlace(page: Page, words: string): Promise<void> {
  await (await openMenu(page)).getByRole('link', { name: words, exact: true }).click()
}

/** Signs the manager in, and goes to one of their places. */
export async function manage(page: Page, password: string, words: string): Promise<void> {
  await toWork(page, password)
  await goToPlace(page, words)
}
