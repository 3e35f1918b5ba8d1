import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember, pause } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { expectToast } from './toast.ts'

/** The file with one byte in its middle changed. */
async function withOneByteChanged(path: string): Promise<string> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(`${path}-changed.pdf`, bytes)
  return `${path}-changed.pdf`
}

/** Types the values as a scientist does: Enter moves to the next field, and from the last past the comment to the button. */
async function typeValues(page: Page): Promise<void> {
  const fields = page.getByRole('form', { name: 'Values of Full blood count' }).getByRole('textbox')
  await fields.first().focus()
  const many = (await fields.count()) - 1
  for (let at = 0; at < many; at += 1) {
    await expect(fields.nth(at)).toBeFocused()
    await page.keyboard.type(at === 2 ? '26' : '5')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Save the values' })).toBeFocused()
}

test('a scientist enters a result, a colleague verifies and releases it, the patient reads it, and a stranger checks the PDF', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  watch,
  anotherPerson,
}, info) => {
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person)
  const results = `/portal/lab/orders/${order}/results`

  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(results)
  await typeValues(bench)
  const haemoglobin = bench.getByRole('listitem').filter({ has: bench.getByLabel(/^Haemoglobin/) })
  const toCheck = 'Check the unit: g/dL or g/L.'
  await expect(haemoglobin).toContainText(toCheck)
  await expectGoodLook(bench, 'results being entered')
  await bench.keyboard.press('Enter')
  await expectToast(bench, 'The values are saved')
  await expect(bench.getByRole('button', { name: /^Verify (?!as)/ })).toBeHidden()

  const office = await anotherPerson()
  await workAs(office, product, verifier)
  await office.goto(results)
  await expect(office.getByText(/values to check before you verify: .*Haemoglobin/)).toBeVisible()
  await expect(office.getByRole('row', { name: /^Haemoglobin/ })).toContainText(toCheck)
  await expectGoodLook(office, 'values to check')
  await bench.getByLabel(/^Haemoglobin/).fill('6.5')
  await expect(haemoglobin).toContainText('Very low')
  await expect(haemoglobin).not.toContainText(toCheck)
  const corrected = bench.waitForResponse((reply) => reply.url().endsWith('/values') && reply.ok())
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await corrected
  await office.reload()
  // The lines keep the order of the report, so the banner names the critical value.
  await expect(office.getByText(/critical values?: .*Haemoglobin 6\.5 g\/dL/)).toBeVisible()
  await expect(office.getByRole('row', { name: /^Haemoglobin/ })).not.toContainText(toCheck)
  await expectGoodLook(office, 'results being verified')
  await office.getByRole('button', { name: /^Verify (?!as)/ }).click()
  await office.getByRole('button', { name: /^Release/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')
  await expect(office.getByRole('button', { name: /^Correct/ })).toBeVisible()

  const mail = await mailbox.find(person.email, 'Please call the lab now')
  expect(mail.text).not.toContain('blood')
  // The patient logged in long ago: the server asks for the password once more.
  watch.allow(403, `/v0/orders/${order}/results`)
  await ada.route(`**/v0/orders/${order}/results`, (route) =>
    route.fulfill({
      status: 403,
      json: { status: 403, message: 'Give your password again.', code: 'sign_in_again', data: null },
    }),
  )
  await ada.goto(`/orders/${order}`)
  await ada.getByRole('link', { name: 'Read the results' }).click()
  const again = ada.getByRole('dialog', { name: 'Your password, please' })
  await expectGoodLook(ada, 'results behind the password')
  watch.allow(400, '/v0/session/confirmation')
  await again.getByLabel('Your password', { exact: true }).fill('not it')
  await again.getByRole('button', { name: 'Show my results' }).click()
  await expect(again.getByText('The password is not right.')).toBeVisible()
  await ada.unroute(`**/v0/orders/${order}/results`)
  await again.getByLabel('Your password', { exact: true }).fill(person.password)
  await pause(ada)
  await again.getByRole('button', { name: 'Show my results' }).click()
  await expect(ada.getByRole('heading', { name: 'Full blood count' })).toBeVisible()
  const read = ada.getByRole('row', { name: /^Haemoglobin/ })
  await expect(read).toContainText(/Very low\s*Act now/)
  // The most important value comes first, with where it stands beside its interval.
  await expect(ada.getByRole('row').nth(1)).toContainText('Haemoglobin')
  await expect(read.getByRole('img', { name: 'Below the usual interval' })).toBeVisible()
  await expect(read.getByRole('rowheader')).toContainText(
    'Measures the red substance in blood that carries oxygen',
  )
  await ada.getByText('What each line is').click()
  await expect(ada.getByRole('definition').first()).toContainText('Counts the white cells of the blood')
  await expectGoodLook(ada, 'own results')

  const coming = ada.waitForEvent('download')
  await ada.getByRole('button', { name: /^Download the report/ }).click()
  const pdf = info.outputPath('report.pdf')
  await (await coming).saveAs(pdf)
  const code = (await ada.getByRole('link', { name: /^(\w{4}-){3}\w{4}$/ }).textContent()) ?? ''

  const stranger = await anotherPerson()
  await stranger.goto('/verify')
  await expectGoodLook(stranger, 'code to check')
  await stranger.getByLabel('The code on the report').fill(code.toLowerCase().replaceAll('-', ' '))
  await stranger.getByRole('button', { name: 'Check the report' }).click()
  await expect(stranger.getByRole('heading', { name: 'This report is genuine and valid' })).toBeVisible()
  await expect(stranger.getByRole('main')).not.toContainText('6.5')
  await stranger.getByLabel('Choose the PDF').setInputFiles(pdf)
  await expect(stranger.getByText('This is the lab’s own file')).toBeVisible()
  await stranger.getByLabel('Choose the PDF').setInputFiles(await withOneByteChanged(pdf))
  await expect(stranger.getByText('This is not the lab’s file')).toBeVisible()
  await expectGoodLook(stranger, 'report checked')
})
