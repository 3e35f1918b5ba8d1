import { expectGoodLook } from './look.ts'
import { becomeMember } from './people.ts'
import { expect, test } from './site.ts'

test.use({ serviceWorkers: 'allow' })

test('with data saver on, lists are short and decorating pictures are not loaded, until the user turns it off', async ({
  page,
  mailbox,
}) => {
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname)
  })
  await becomeMember(page, mailbox)
  await page.goto('/settings/notices')
  const saver = page.getByRole('switch', { name: 'Data saver' })
  await saver.check()
  await expectGoodLook(page, 'data saver, on')
  await page.reload()
  await expect(saver).toBeChecked()
  await page.goto('/explore/labs')
  await expect(page.getByRole('article')).toHaveCount(6)
  await page.goto('/explore/labs?q=nothing-is-called-this')
  await expect(page.getByText('No lab matches your search')).toBeVisible()
  pictures.length = 0
  await page.goto('/visitor')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await page.getByRole('heading', { name: 'Get started in 3 steps' }).scrollIntoViewIfNeeded()
  await expectGoodLook(page, 'visitor, saving data')
  expect(pictures.filter((path) => path.startsWith('/assets/'))).toEqual([])

  // The service worker has loaded one page of its own, and no file that was not used.
  await page.goto('/settings/notices')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const stored = () => page.evaluate(async () => (await (await caches.open('labalaba-shell')).keys()).length)
  expect(await stored()).toBe(0)
  await saver.uncheck()
  await page.goto('/explore/labs')
  await expect(page.getByRole('article')).toHaveCount(15)
})
