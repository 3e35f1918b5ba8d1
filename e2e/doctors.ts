import type { Page } from '@playwright/test'
import type { Mailbox } from './mailbox.ts'
import { newMember, type Person } from './people.ts'
import type { Product } from './product.ts'
import { orderAtBench } from './results.ts'
import type { Simulator } from './simulator.ts'

type Needs = { readonly product: Product; readonly simulator: Simulator; readonly mailbox: Mailbox }

/** A doctor with an order for a patient who has an account, whose samples the lab has. */
export async function bookedByDoctor(
  page: Page,
  { product, simulator, mailbox }: Needs,
): Promise<{ doctor: Person; patient: Person; order: string }> {
  const [doctor, patient] = [await newMember(page, mailbox, 'doctor'), await newMember(page, mailbox)]
  const booked = { ...doctor, patientEmail: patient.email }
  const order = await orderAtBench(page, { product, simulator }, booked, 'Fasting blood sugar')
  return { doctor, patient, order }
}
