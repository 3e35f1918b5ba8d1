import { readFile, writeFile } from 'node:fs/promises'
import { hashOf, pdfOf, rewrittenOf } from '../server/test/pdf.ts'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, saveSession } from './people.ts'
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

test('a tracing is attached as a PDF, verified, released, checked by a stranger, and withdrawn', async ({
  page: ada,
  product,
  simulator,
  mailbox,
  anotherPerson,
}, info) => {
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person, 'Electrocardiogram')
  const results = `/portal/lab/orders/${order}/results`

  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(results)
  const tracing = info.outputPath('tracing.pdf')
  const opening = pdfOf({ catalog: '/OpenAction << /S /URI /URI (https://example.org) >>' })
  const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400_000, '%\n'), opening.subarray(9)])
  await writeFile(tracing, large)
  await bench.getByLabel('Impression').fill('Not saved yet')
  const choose = bench.getByLabel('Attach a PDF')
  const letter = { name: 'letter.docx', mimeType: 'application/msword', buffer: Buffer.from('a letter') }
  await choose.setInputFiles(letter)
  await expect(bench.getByText('This file is not a PDF.')).toBeVisible()
  // The first try of the second piece is lost, and is repeated automatically.
  let lost = 0
  await bench.route('**/attachment/*/1', async (route) => {
    lost += 1
    if (lost === 1) await route.abort('aborted')
    else await route.continue()
  })
  await choose.setInputFiles(tracing)
  await expect(bench.getByRole('progressbar')).toBeVisible()
  // Files are rewritten at a lower priority than all other work, which takes long on a busy machine.
  await expect(bench.getByText('1 page,')).toBeVisible({ timeout: 90_000 })
  await expectToast(bench, 'The PDF is attached')
  expect(lost).toBe(2)
  await expect(bench.getByLabel('Impression')).toHaveValue('Not saved yet')
  await expectGoodLook(bench, 'a PDF attached to a report')

  const office = await anotherPerson()
  await workAs(office, product, verifier)
  await office.goto(results)
  await office.getByRole('button', { name: /^Verify (?!as)/ }).click()
  await office.getByRole('button', { name: /^Release/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')

  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}/results`)
  await expect(ada.getByText('Report as a PDF from the lab')).toBeVisible()
  await expectGoodLook(ada, 'a result that is a PDF')
  const coming = ada.waitForEvent('download')
  await ada.getByRole('button', { name: /^Download the lab’s PDF/ }).click()
  const had = info.outputPath('had.pdf')
  await (await coming).saveAs(had)
  // The patient gets the pages that were verified and released, as we redrew them.
  expect(hashOf(await readFile(had))).toBe(hashOf(await rewrittenOf(large)))
  const code = (await ada.getByRole('link', { name: /^(\w{4}-){3}\w{4}$/ }).textContent()) ?? ''

  const stranger = await anotherPerson()
  await stranger.goto(`/verify/${code}`)
  const file = stranger.getByLabel('Choose the PDF')
  await file.setInputFiles(had)
  await expect(stranger.getByText(/the PDF that the lab attached/)).toBeVisible()
  await file.setInputFiles(await withOneByteChanged(had))
  await expect(stranger.getByText('This is not the lab’s file')).toBeVisible()

  await office.getByRole('button', { name: /^Withdraw/ }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(dialog.getByText('Choose why.')).toBeVisible()
  await expectGoodLook(office, 'a withdrawal asked about')
  await dialog.getByLabel(/^Why/).selectOption('wrong_patient')
  await dialog.getByLabel('What happened?').fill('Two tracings were mixed up')
  await dialog.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(office.getByText(/Withdrawn by/)).toBeVisible()

  const mail = await mailbox.find(person.email, 'A result of yours was taken back')
  expect(mail.text).not.toMatch(/cardiogram|mixed up/i)
  await ada.reload()
  await expect(ada.getByText(/^Withdrawn on/)).toBeVisible()
  await expect(ada.getByRole('main')).not.toContainText('mixed up')
  await expect(ada.getByRole('button', { name: /^Download/ })).toBeHidden()
  await expectGoodLook(ada, 'a result that was withdrawn')
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'This report was withdrawn' })).toBeVisible()
  await expect(file).toBeHidden()
  await expectGoodLook(stranger, 'check of a withdrawn report')
})
