import { expect, type Page } from '@playwright/test'

/** The sign-in pages and a payer’s pages have one task and no other links. */
const oneTask = /^\/(auth|pay|shared)(\/|$)/

/** The footer has its columns; on a page with one task it has no links. */
export async function expectFooter(page: Page, path: string): Promise<void> {
  const foot = page.getByRole('contentinfo')
  if (oneTask.test(path)) {
    await expect(foot.getByRole('link'), `${path}: leads away from its task`).toHaveCount(0)
    return
  }
  await expect(foot, `${path}: its foot`).toHaveCount(1)
  for (const [words, to] of [
    ['FAQ', /#faq$/],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Use', '/terms-of-use'],
    [/chat/i, /^https:/],
    [/@/, /^mailto:/],
    [/^0\d{3} /, /^tel:/],
    ['Instagram', /^https:/],
    ['LinkedIn', /^https:/],
  ] as const)
    await expect(foot.getByRole('link', { name: words }), `${path}: ${words}`).toHaveAttribute('href', to)
  await expect(foot, `${path}: the street`).toContainText('Lagos')
}
