import { type BrowserContext, expect, type Page } from '@playwright/test'

/** The texts of the toasts that each page has shown, oldest first. */
const shown = new WeakMap<Page, string[]>()

/** Records every toast of a context from now on. A toast closes after five seconds, which a busy machine can miss. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('toastShown', ({ page }, text: string) => {
    const texts = shown.get(page) ?? []
    texts.push(text)
    shown.set(page, texts)
  })
  await context.addInitScript(() => {
    const seen = new WeakSet<Element>()
    const look = () => {
      for (const toast of document.querySelectorAll('.Toastify__toast')) {
        if (seen.has(toast)) continue
        seen.add(toast)
        const { toastShown } = globalThis as unknown as { toastShown: (text: string) => void }
        toastShown(toast.textContent)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
}

/** Expects that the page has shown a toast with this text. Each toast counts for one expectation. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const matching = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
  await expect.poll(() => shown.get(page) ?? []).toContainEqual(matching)
  const texts = shown.get(page) ?? []
  const isExpected = (one: string) => (typeof text === 'string' ? one.includes(text) : text.test(one))
  texts.splice(texts.findIndex(isExpected), 1)
}
