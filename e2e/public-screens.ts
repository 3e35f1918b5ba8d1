import type { Page } from '@playwright/test'

/** The screens that need no account, each by the name of its picture and its address. */
export const publicScreens = [
  ['landing', '/'],
  ['visitor', '/visitor'],
  ['doctor', '/doctor'],
  ['partners', '/lab'],
  ['partners-form', '/lab?join=lab#apply'],
  ['download', '/download'],
  ['track-sample', '/track'],
  ['delete-account', '/delete-account'],
  ['privacy', '/privacy-policy'],
  ['terms', '/terms-of-use'],
  ['design', '/dev/design'],
  ['not-found', '/nowhere'],
  ['under-construction', '/under-construction'],
  ['pay-unknown', '/pay/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['return-unknown', '/payment/return?reference=bk-00000000000000000000000000'],
] as const

/** Pictures far down load when the reader scrolls near them. */
export async function seeAll(page: Page): Promise<void> {
  for (const picture of await page.locator('img[loading=lazy]').all()) {
    if (await picture.isVisible()) await picture.scrollIntoViewIfNeeded()
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}
