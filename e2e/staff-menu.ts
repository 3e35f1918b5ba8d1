import type { Locator, Page } from '@playwright/test'
import { toWork } from './desk.ts'

/** For journeys that change a price: all changes are in one list, and each looks for its own at the top. */
export const onePriceList = { lock: 'prices of the staffed lab' }

/** Opens the menu of a staff member, on a screen where their pages are not in the bar. */
export async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

/** Goes to one of their pages through the menu. */
export async function goToPlace(page: Page, words: string): Promise<void> {
  await (await openMenu(page)).getByRole('link', { name: words, exact: true }).click()
}

/** Signs in the manager, and goes to one of their pages. */
export async function manage(page: Page, password: string, words: string): Promise<void> {
  await toWork(page, password)
  await goToPlace(page, words)
}
