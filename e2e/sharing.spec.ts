import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, pause, saveSession } from './people.ts'
import { orderAtBench, releaseResults } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

/** Types a passcode as a reader does, and sends it. */
async function give(page: Page, passcode: string): Promise<void> {
  await page.getByLabel('Passcode', { exact: true }).fill(passcode)
  await pause(page)
  await page.getByRole('button', { name: 'Open the results' }).click()
}

test('a patient shares results by a link and a passcode, sees who opened them, and stops the link', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
  browser,
}, info) => {
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person)
  await releaseResults(ada, product, order)
  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}/results`)
  await expect(ada.getByRole('heading', { name: 'Full blood count' })).toBeVisible()
  await expect(ada.getByRole('region', { name: 'Who has opened the results' })).toContainText('You')
  await expectGoodLook(ada, 'results that may be shared')

  await ada.getByRole('button', { name: 'Share these results' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Share your results' })
  await dialog.getByLabel('How long does it work?').selectOption('24 hours')
  await dialog.getByLabel('Who is it for?').fill('Dr Ade')
  await expectGoodLook(ada, 'link to results being made')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const ready = ada.getByRole('dialog', { name: 'Your link is ready' })
  const link = new URL(await ready.getByLabel('Link', { exact: true }).inputValue())
  const shown = await ready.getByLabel('Passcode', { exact: true }).inputValue()
  expect(shown).toMatch(/^\d{3} \d{3}$/)
  const passcode = shown.replace(' ', '')
  expect(link.pathname).toMatch(/^\/shared\/[\w-]{22}$/)
  expect(link.href).not.toContain(passcode)
  await expectGoodLook(ada, 'link to results made')
  await ada.keyboard.press('Escape')
  const asking = ada.getByRole('dialog', { name: 'Do you have the passcode?' })
  await expect(asking.getByLabel('Passcode', { exact: true })).toHaveValue(shown)
  await expectGoodLook(ada, 'passcode before it is gone')
  await asking.getByRole('button', { name: 'Back to the link' }).click()
  await ready.getByRole('button', { name: 'I have noted the passcode' }).click()
  await expect(ready).toBeHidden()
  const links = ada.getByRole('region', { name: 'Show the results to a doctor' })
  await expect(links).toContainText('For Dr Ade')
  await expect(links).toContainText('No one has opened it yet.')
  await expect(links.getByLabel('Link', { exact: true })).toHaveValue(link.href)

  const doctor = await anotherPerson()
  const answered = doctor.waitForResponse((answer) => new URL(answer.url()).pathname === link.pathname)
  await doctor.goto(link.pathname)
  const headers = (await answered).headers()
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  await expectGoodLook(doctor, 'passcode of shared results')
  await expect(doctor.getByRole('main')).not.toContainText('Full blood count')
  await give(doctor, passcode)
  await expect(doctor.getByRole('heading', { name: 'Full blood count' })).toBeVisible()
  await expectGoodLook(doctor, 'shared results')
  const coming = doctor.waitForEvent('download')
  await doctor.getByRole('button', { name: /^Download the report/ }).click()
  await (await coming).saveAs(info.outputPath('shared.pdf'))

  // A context of its own, because its refusals belong to the journey.
  const context = await browser.newContext({ baseURL: product.url })
  const stranger = await context.newPage()
  await stranger.goto(link.pathname)
  await give(stranger, passcode === '000000' ? '000001' : '000000')
  await expect(stranger.getByText('That passcode is not right.')).toBeVisible()
  await expect(stranger.getByLabel('Passcode', { exact: true })).toHaveValue('')

  await ada.reload()
  const readers = ada.getByRole('region', { name: 'Who has opened the results' })
  await expect(readers).toContainText('The link for Dr Ade')
  await expect(readers).toContainText('the PDF was saved')
  await expect(links).toContainText('Opened 2 times')
  await expectGoodLook(ada, 'results that were opened')
  await links.getByRole('button', { name: /^Stop this link/ }).click()
  await expectToast(ada, 'The link is stopped')
  await expect(links).toContainText('Stopped')

  await give(stranger, passcode)
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await stranger.goto('/shared/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await context.close()
})
