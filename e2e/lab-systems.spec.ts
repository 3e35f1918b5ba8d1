import type { Page } from '@playwright/test'
import { expectGoodLook } from './look.ts'
import { becomeMember, logIn, pause, saveSession } from './people.ts'
import { orderAtBench, scientist, verifier, workAs } from './results.ts'
import { expect, test } from './site.ts'
import { goToPlace } from './staff-menu.ts'

const fasting = 'Fasting blood sugar'

/** What a lab’s system sends: fasting glucose of a sample. */
function bundle(accession: string, name: string): object {
  const glucose = { coding: [{ system: 'http://loinc.org', code: '14771-0' }], text: 'Fasting glucose' }
  const unit = { unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' }
  return {
    resourceType: 'Bundle',
    type: 'collection',
    identifier: { value: `${name} ${Date.now()}` },
    entry: [
      { fullUrl: 'urn:s', resource: { resourceType: 'Specimen', accessionIdentifier: { value: accession } } },
      {
        fullUrl: 'urn:r',
        resource: {
          resourceType: 'DiagnosticReport',
          status: 'final',
          code: { text: name },
          specimen: [{ reference: 'urn:s' }],
          result: [{ reference: 'urn:o' }],
        },
      },
      {
        fullUrl: 'urn:o',
        resource: {
          resourceType: 'Observation',
          status: 'final',
          code: glucose,
          valueQuantity: { value: 5.2, ...unit },
        },
      },
    ],
  }
}

async function handIn(page: Page, key: string, body: object): Promise<string> {
  const answer = await page.request.post('/v0/fhir', {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/fhir+json' },
    data: JSON.stringify(body),
  })
  expect(answer.status()).toBe(200)
  return await answer.text()
}

async function accessionOf(page: Page, token: string, order: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get(`/v0/lab/orders/${order}`, { headers })
  const { data }: { data: { specimens: { accession: string }[] } } = await answer.json()
  return data.specimens[0]?.accession ?? ''
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a connected system fills in a worksheet that people check and verify, and an unmatched result is placed by hand', async ({
  page,
  mailbox,
  simulator,
  product,
}) => {
  test.slow()
  const person = await becomeMember(page, mailbox)
  const orders = [
    await orderAtBench(page, { product, simulator }, person, fasting),
    await orderAtBench(page, { product, simulator }, person, fasting),
  ] as const
  const password = product.demoPassword
  const staff = await logIn(page, { email: scientist, password })
  await saveSession(page, staff)

  await page.goto('/portal/lab')
  await goToPlace(page, 'Connected systems')
  await button(page, 'Make a key').click()
  await page.getByLabel('What the system is called').fill('Analyser room LIS')
  await expectGoodLook(page, 'a key for a system')
  await button(page, 'Make the key').click()
  const key = await page.getByLabel('Key', { exact: true }).inputValue()
  await expectGoodLook(page, 'the key of a system')
  await button(page, 'It is in the system').click()
  await expect(page.getByText('Not used yet')).toBeVisible()
  await expectGoodLook(page, 'systems of a lab')

  const accession = await accessionOf(page, staff.authid, orders[0])
  expect(await handIn(page, key, bundle(accession, fasting))).toContain('is filled in')
  await page.goto(`/portal/lab/orders/${orders[0]}/results`)
  await expect(page.getByText('Filled in by Analyser room LIS')).toBeVisible()
  await expect(page.getByLabel(/^Fasting glucose/)).toHaveValue('5.2')
  await expectGoodLook(page, 'sheet that a system filled in')
  await pause(page)
  await button(page, 'Save the values').click()
  await expect(page.getByText('Filled in by Analyser room LIS')).toBeHidden()

  expect(await handIn(page, key, bundle('26ZZ-00001', 'Glucose'))).toContain('waits')
  await page.goto('/portal/lab')
  await page.getByRole('link', { name: /unmatched results?$/ }).click()
  await expectGoodLook(page, 'reports that wait')
  await page.getByRole('link', { name: /Sample 26ZZ-00001/ }).click()
  await expect(page.getByRole('heading', { name: 'What the system says' })).toBeVisible()
  await page.getByLabel('Number on the label').fill(await accessionOf(page, staff.authid, orders[1]))
  await button(page, 'Find the sample').click()
  await expectGoodLook(page, 'where a report would go')
  await pause(page)
  await button(page, 'Yes, match it to Ada Okonkwo').click()
  await expect(page.getByText('Filled in for Ada Okonkwo')).toBeVisible()
  await expectGoodLook(page, 'a report that was placed')
  await page.getByRole('link', { name: 'Open the sheet' }).click()
  await expect(page.getByLabel(/^Fasting glucose/)).toHaveValue('5.2')

  await workAs(page, product, verifier)
  await page.goto(`/portal/lab/orders/${orders[1]}/results`)
  await expect(page.getByText('A scientist checks and saves the values')).toBeVisible()
  await expect(button(page, /^Verify/)).toBeHidden()
  await page.goto(`/portal/lab/orders/${orders[0]}/results`)
  await button(page, /^Verify (?!as)/).click()
  await expect(button(page, /^Release/)).toBeVisible()

  await saveSession(page, staff)
  await page.goto('/portal/lab/systems')
  await button(page, /^Revoke/)
    .first()
    .click()
  await button(page, 'Revoke it').click()
  await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible()
})
