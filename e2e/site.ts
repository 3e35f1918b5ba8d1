import { test as base, expect, type Page } from '@playwright/test'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { endSessions } from './open-sessions.ts'
import { newMember } from './people.ts'
import type { Product } from './product.ts'
import { openSession, type Session } from './session.ts'
import { openSimulator, type Simulator } from './simulator.ts'
import { productUnderTest } from './start-product.ts'
import { recordToasts } from './toast.ts'
import { type Answered, type Watch, watchContext } from './watch.ts'

type Site = {
  product: Product
  mailbox: Mailbox
  simulator: Simulator
  /** A new account, signed in, with a cart of two tests; the test resumes it where it wants to. */
  session: Session
  /** Checks the browser of `page` at the end of the test. */
  watch: Watch
  /**
   * Opens a second browser that shares nothing with the first, and is watched too; `answered` is the error
   * answer that belongs to its journey.
   */
  anotherPerson: (how?: { losesNetwork?: true; answered?: Answered }) => Promise<Page>
}

/** A test against the running product. `page` starts on no page; addresses are relative to the product. */
export const test = base.extend<Site>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
  product: async ({}, use) => use(productUnderTest()),
  baseURL: async ({ product }, use) => use(product.url),
  mailbox: async ({ product }, use) => use(openMailbox(product)),
  simulator: async ({ product }, use) => use(openSimulator(product)),
  session: async ({ page, mailbox, product }, use) =>
    use(await openSession(product, await newMember(page, mailbox))),
  watch: [
    async ({ context, product }, use) => {
      const watch = watchContext(context)
      await recordToasts(context)
      await use(watch)
      try {
        watch.check()
      } finally {
        // After the check: a page that is still open is refused once its session has ended.
        await endSessions(product.url)
      }
    },
    { auto: true },
  ],
  anotherPerson: async ({ browser, contextOptions }, use) => {
    const watches: Watch[] = []
    await use(async (how) => {
      const context = await browser.newContext(contextOptions)
      const watch = watchContext(context)
      await recordToasts(context)
      if (how?.losesNetwork) watch.allowLostNetwork()
      if (how?.answered) watch.allow(how.answered.status, how.answered.path)
      watches.push(watch)
      return context.newPage()
    })
    for (const watch of watches) watch.check()
  },
})

export { expect }
