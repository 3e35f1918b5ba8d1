import { type BrowserContext, expect, type Page } from '@playwright/test'
import { noteSessionsOf } from './open-sessions.ts'

/** What went wrong in a browser, apart from what the test allowed. */
export type Watch = {
  /** From now on this answer belongs to the journey: `allow(404, '/v0/searchlabs')`. */
  allow(status: number, path: string): void
  /** From now on the network may fail, because the journey takes it away. */
  allowLostNetwork(): void
  /** Fails with everything that went wrong so far. */
  check(): void
}

/** An error answer that is no fault of the product. */
export type Answered = { readonly status: number; readonly path: string }

/**
 * Listens to every page of a context: console errors, exceptions, breaches of the content policy, failed
 * requests.
 */
export function watchContext(context: BrowserContext): Watch {
  const wrong: string[] = []
  const allowed: Answered[] = []
  let networkMayFail = false
  noteSessionsOf(context)

  context.on('console', (message) => {
    // A failed request shows here too, without the details to judge it; it is judged below.
    if (message.text().startsWith('Failed to load resource')) return
    if (networkMayFail && message.text().includes('Failed to fetch dynamically imported module')) return
    const isError = message.type() === 'error' || message.text().includes('Content Security Policy')
    if (isError) wrong.push(`console: ${message.text()} (${where(message.page())})`)
  })
  context.on('weberror', (fault) => wrong.push(`fault: ${fault.error().stack ?? fault.error()}`))
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const status = response.status()
    if (status < 400 || allowed.some((one) => one.status === status && pathname.includes(one.path))) return
    wrong.push(`answer: ${status} for ${response.request().method()} ${pathname}`)
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // A page that is left cancels its pending requests.
    if (networkMayFail || why === 'net::ERR_ABORTED') return
    wrong.push(`request: ${why} for ${request.method()} ${request.url()}`)
  })

  return {
    allow: (status, path) => void allowed.push({ status, path }),
    allowLostNetwork() {
      networkMayFail = true
    },
    check: () => expect(wrong, 'what went wrong in the browser').toEqual([]),
  }
}

function where(page: Page | null): string {
  return page ? new URL(page.url(), 'http://none').pathname : 'no page'
}
