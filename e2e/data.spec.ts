import { journey, seen } from './journey.ts'
import { newMember } from './people.ts'
import { expect, test } from './site.ts'
import { openWire } from './wire.ts'

test.use({ serviceWorkers: 'allow' })
test.slow()

/**
 * Bytes that a phone receives from the landing page to the paid order, with headers and the service worker’s
 * own requests.
 */
const most = { first: 400_000, again: 60_000 }

test('a booking loads at most 400 kB the first time, and 60 kB on a return visit', async ({
  context,
  page,
  mailbox,
  product,
}) => {
  const member = await newMember(page, mailbox)
  const wire = await openWire(product.url)
  try {
    let before = 0
    for (const allowed of [most.first, most.again]) {
      const tab = await context.newPage()
      for (const step of journey(wire.url, member)) {
        await step.act(tab)
        await seen(tab, step)
        await wire.quiet(400)
      }
      await tab.evaluate(async () => void (await navigator.serviceWorker.ready))
      await wire.quiet(2000)
      const { received } = wire.count()
      expect(received - before).toBeLessThan(allowed)
      before = received
      await tab.close()
    }
  } finally {
    wire.close()
  }
})
