import { becomeMember } from './people.ts'
import { expect, test } from './site.ts'

/** Addresses with invalid parts, and what their page shows. */
const rubbish = [
  { address: '/?q=%00', title: /^Book Quality Medical Tests/ },
  { address: '/%00', title: 'We could not find that page' },
  { address: '/labs/%00', title: 'We could not find that page' },
  { address: '/labs/%ff', title: 'We could not find that page' },
  { address: '/explore/tests/%20', title: 'We could not find that page' },
  { address: '/explore/tests?q=%00&page=-4', title: 'Explore tests', found: /^\d+ tests/ },
  { address: '/explore/labs?q=%00', title: 'Explore laboratories', found: /^\d+ labs/ },
  { address: '/orders/..%2f', title: 'We do not find this order' },
  { address: '/pay/..%2f', title: 'We do not know this payment link' },
  { address: '/payment/return?reference=%00', title: 'We do not know this payment' },
  { address: '/track?order=%ff#%00.%ff', title: 'Track your order' },
] as const

test('an invalid parameter in an address still opens the page, with a message where one is due', async ({
  page,
  mailbox,
  watch,
}) => {
  for (const status of [400, 404]) watch.allow(status, '/')
  await becomeMember(page, mailbox)
  for (const { address, title, ...more } of rubbish)
    await test.step(address, async () => {
      const answer = await page.goto(address)
      expect(answer?.headers()['content-type']).toContain('text/html')
      expect(answer?.status()).toBeLessThan(500)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      if ('found' in more) await expect(page.getByText(more.found).first()).toBeVisible()
      await expect(page.getByText('Something went wrong')).toHaveCount(0)
    })
})
