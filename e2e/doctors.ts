import { expect, type Page } from '@playwright/test'
import type { Mailbox } from './mailbox.ts'
import { newMember, type Person } from './people.ts'
import type { Product } from './product.ts'
import { orderAtBench } from './results.ts'
import type { Simulator } from './simulator.ts'
import { letDoctorBeVerified } from './time-travel.ts'

type Needs = { readonly product: Product; readonly simulator: Simulator; readonly mailbox: Mailbox }

/** A new doctor with an accepted licence, confirmed and not signed in. */
export async function newDoctor(
  page: Page,
  { product, mailbox }: Pick<Needs, 'product' | 'mailbox'>,
): Promise<Person> {
  const doctor = await newMember(page, mailbox, 'doctor')
  await letDoctorBeVerified(product, doctor.email)
  return doctor
}

/** A doctor with an order, whose specimens are in the lab, for a patient with an account. */
export async function bookedByDoctor(
  page: Page,
  { product, simulator, mailbox }: Needs,
): Promise<{ doctor: Person; patient: Person; order: string }> {
  const [doctor, patient] = [await newDoctor(page, { product, mailbox }), await newMember(page, mailbox)]
  const order = await orderAtBench(page, { product, simulator }, doctor, 'Fasting blood sugar', patient.email)
  return { doctor, patient, order }
}

/** Opens the consent question from the patient’s mail, which first asks for the date of birth. */
export async function openQuestion(page: Page, mailbox: Mailbox, patient: Person): Promise<void> {
  const mail = await mailbox.find(patient.email, 'A doctor asks to read results')
  expect(mail.text).toContain(`May a doctor read the results of ${patient.first} ${patient.last}?`)
  const [link = ''] = mail.text.match(/https?:\/\/\S+\/consent#\S+/) ?? []
  await page.goto(new URL(link).pathname + new URL(link).hash)
}

/** Enters the date of birth of the patient of `bookedByDoctor`. */
export async function enterBirthDate(page: Page): Promise<void> {
  await page.getByLabel('Day', { exact: true }).fill('27')
  await page.getByLabel('Month', { exact: true }).fill('3')
  await page.getByLabel('Year', { exact: true }).fill('1985')
}

/** The account that is signed in with the email of an order’s patient proves once that it is that patient. */
export async function provePatient(page: Page, order: string): Promise<void> {
  await page.goto(`/orders/${order}/results`)
  await enterBirthDate(page)
  await page.getByRole('button', { name: 'Show my results' }).click()
  await expect(page.getByRole('heading', { name: 'Are you the patient?' })).toBeHidden()
}
