import { staffedLab } from './booking.ts'
import { expectGoodLook } from './look.ts'
import { operator } from './operators.ts'
import { becomeMember, logIn, pause, saveSession } from './people.ts'
import { orderAtBench, releaseResults, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { letVisitBeToday } from './time-travel.ts'
import { expectToast } from './toast.ts'
import { bookVisit, findToday, phlebotomist, takeSamples, visited, work } from './visits.ts'

const tests = ['Full blood count']
const place = { street: '12 Idowu Taylor Street', area: 'Victoria Island', landmark: 'Opposite the bank' }

test('six people take one booking from the cart to a result that a stranger checks', async ({
  page: ada,
  mailbox,
  product,
  anotherPerson,
}, info) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const patient = { ...visited(), email: person.email }
  const doorCode = await bookVisit(ada, patient, { lab: staffedLab, tests, place })
  const order = new URL(ada.url()).pathname.split('/').at(-1) ?? ''
  await letVisitBeToday(product, patient.email)

  const office = await anotherPerson()
  await work(office, product, operator)
  await expect(await findToday(office, patient)).toContainText('To visit')

  const femi = await anotherPerson({ losesNetwork: true })
  await work(femi, product, phlebotomist)
  await femi.getByRole('link', { name: new RegExp(patient.name) }).click()
  await femi.getByRole('button', { name: 'Set off' }).click()
  await mailbox.find(patient.email, 'Your phlebotomist is on the way')
  await femi.context().setOffline(true)
  await takeSamples(femi, doorCode)
  await femi.getByRole('button', { name: 'Samples collected' }).click()
  await expect(femi.getByText(/saved on this phone/)).toBeVisible()
  await femi.context().setOffline(false)
  await expect(femi.getByText(/saved on this phone/)).toHaveCount(0)
  await femi.getByRole('button', { name: 'Handed over' }).click()
  await expect(femi.getByText('1 sample handed over')).toBeVisible()

  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(`/portal/lab/orders/${order}`)
  await bench
    .getByRole('button', { name: /^Receive/ })
    .first()
    .click()
  await expect(bench.getByText(/^Every sample is in the lab/)).toBeVisible()
  await ada.goto(`/orders/${order}`)
  await expect(ada.getByText('Now: Lab Processing')).toBeAttached()
  await bench.goto(`/portal/lab/orders/${order}/results`)
  const fields = bench.getByRole('form', { name: 'Values of Full blood count' }).getByRole('textbox')
  await expect(fields.first()).toBeVisible()
  for (const field of await fields.all()) await field.fill('5')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')

  const checker = await anotherPerson()
  await workAs(checker, product, verifier)
  await checker.goto(`/portal/lab/orders/${order}/results`)
  await checker.getByRole('button', { name: /^Verify (?!as)/ }).click()
  await checker.getByRole('button', { name: /^Release/ }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(checker, 'The result is released')
  await mailbox.find(patient.email, 'Please call the lab now')

  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}`)
  await ada.getByRole('link', { name: 'Read the results' }).click()
  await expect(ada.getByRole('heading', { name: 'Full blood count' })).toBeVisible()
  await ada.getByRole('button', { name: 'Share these results' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click()
  const ready = ada.getByRole('dialog', { name: 'Your link is ready' })
  const link = new URL(await ready.getByLabel('Link', { exact: true }).inputValue())
  const passcode = await ready.getByLabel('Passcode', { exact: true }).inputValue()

  const stranger = await anotherPerson()
  await stranger.goto(link.pathname)
  await stranger.getByLabel('Passcode', { exact: true }).fill(passcode.replace(' ', ''))
  await pause(stranger)
  await stranger.getByRole('button', { name: 'Open the results' }).click()
  await expect(stranger.getByRole('heading', { name: 'Full blood count' })).toBeVisible()
  const coming = stranger.waitForEvent('download')
  await stranger.getByRole('button', { name: /^Download the report/ }).click()
  const pdf = info.outputPath('report.pdf')
  await (await coming).saveAs(pdf)
  const code =
    (await stranger
      .getByText(/^(\w{4}-){3}\w{4}$/)
      .first()
      .textContent()) ?? ''
  await stranger.goto('/verify')
  await stranger.getByLabel('The code on the report').fill(code)
  await stranger.getByRole('button', { name: 'Check the report' }).click()
  await expect(stranger.getByRole('heading', { name: 'This report is genuine and valid' })).toBeVisible()
  await stranger.getByLabel('Choose the PDF').setInputFiles(pdf)
  await expect(stranger.getByText('This is the lab’s own file')).toBeVisible()
})

test('a rejected sample is taken again, and a wrong result is corrected', async ({
  page: ada,
  mailbox,
  product,
  simulator,
  anotherPerson,
}) => {
  test.slow()
  const person = await becomeMember(ada, mailbox)
  const order = await orderAtBench(ada, { product, simulator }, person)
  const bench = await anotherPerson()
  await workAs(bench, product, scientist)
  await bench.goto(`/portal/lab/orders/${order}`)
  await bench.getByRole('button', { name: /^Reject/ }).click()
  await bench.getByLabel('Why can it not be used?').selectOption('Clotted')
  await bench.getByRole('button', { name: 'Reject the sample' }).click()
  await mailbox.find(person.email, 'A new sample is needed')
  await saveSession(ada, await logIn(ada, person))
  await ada.goto(`/orders/${order}`)
  await expect(ada.getByText('A new sample is needed')).toBeVisible()

  await bench.getByRole('button', { name: 'All samples collected' }).click()
  await expect(bench.getByRole('heading', { name: 'Receive the samples' })).toBeVisible()
  await pause(bench)
  await bench
    .getByRole('button', { name: /^Receive/ })
    .first()
    .click()
  await expect(bench.getByText(/^Every sample is in the lab/)).toBeVisible()
  await releaseResults(bench, product, order, '5')
  await ada.goto(`/orders/${order}/results`)
  await expect(ada.getByRole('row', { name: /^Haemoglobin/ })).toContainText('5')

  const checker = await anotherPerson()
  await workAs(checker, product, verifier)
  await checker.goto(`/portal/lab/orders/${order}/results`)
  await checker.getByRole('button', { name: /^Correct/ }).click()
  await checker.getByRole('dialog').getByRole('textbox').fill('The tubes were mixed up')
  await checker
    .getByRole('dialog')
    .getByRole('button', { name: /^Begin|^Correct/ })
    .click()
  await bench.goto(`/portal/lab/orders/${order}/results`)
  const haemoglobin = bench.getByLabel(/^Haemoglobin/)
  await haemoglobin.fill('13.5')
  await bench.getByRole('button', { name: 'Save the values' }).click()
  await expectToast(bench, 'The values are saved')
  await checker.reload()
  await checker.getByRole('button', { name: /^Verify (?!as)/ }).click()
  await checker.getByRole('button', { name: /^Release/ }).click()
  await checker.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(checker, 'The result is released')

  // Its platelets are still critical, so the mail asks to call, and says that it replaces the earlier one.
  await expect(async () => {
    const { text } = await mailbox.find(person.email, 'Please call the lab now')
    expect(text).toContain('This result replaces an earlier one')
  }).toPass()
  await ada.reload()
  await expect(ada.getByRole('row', { name: /^Haemoglobin/ })).toContainText('13.5')
  await expect(ada.getByText('The tubes were mixed up')).toBeVisible()
  const earlier = ada.getByRole('list', { name: 'Values that no longer count' })
  await expect(earlier.getByRole('listitem')).toHaveText(/^Haemoglobin: 5 g\/dL, Very low$/)
  await expectGoodLook(ada, 'own results with a correction')
})
