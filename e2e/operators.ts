import { expect, type Locator, type Page } from '@playwright/test'

export const operator = 'operator@demo.labalaba.example'

/** Opens a list and turns its pages until one shows this row: other journeys fill the list too. */
export async function findListed(row: Locator, open: () => Promise<unknown>): Promise<Locator> {
  const page = row.page()
  const next = page.getByRole('button', { name: 'Next' })
  await expect(async () => {
    await open()
    await expect(row.or(next).first()).toBeVisible({ timeout: 10_000 })
    for (let at = 2; !(await row.isVisible()); at += 1) {
      await next.click({ timeout: 5_000 })
      await expect(page.getByText(`Page ${at} of`)).toBeVisible({ timeout: 10_000 })
      await expect(next).not.toHaveAttribute('aria-busy', 'true', { timeout: 10_000 })
    }
  }).toPass()
  return row
}

/** The open case of this order, in the list of cases. */
export async function findCase(staff: Page, order: string): Promise<Locator> {
  const row = staff.getByRole('listitem').filter({ hasText: order })
  return await findListed(row, () => staff.goto('/operator/cases'))
}
