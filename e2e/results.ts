import { commentPosition } from '@labalaba/contract'
import type { Page } from '@playwright/test'
import { logIn, type Person, saveSession } from './people.ts'
import type { Product } from './product.ts'
import type { Simulator } from './simulator.ts'
import { expectToast } from './toast.ts'

/** The lab at which the lab staff of the demonstration work. */
const demoLab = 'truevial-laboratories'
export const scientist = 'lab@demo.labalaba.example'
export const verifier = 'verifier@demo.labalaba.example'

/** Signs a staff member of the demonstration in, in this browser, which opens no page. */
export async function workAs(page: Page, { demoPassword }: Product, email: string): Promise<void> {
  await saveSession(page, await logIn(page, { email, password: demoPassword }))
}

/** Verifies and releases the report of a test on the screen that a verifier has open; the name may be its beginning. */
export async function releaseOnScreen(office: Page, test: string): Promise<void> {
  await office.getByRole('button', { name: new RegExp(`^Verify ${test}`) }).click()
  await office.getByRole('button', { name: /^Release/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expectToast(office, 'The result is released')
}

type Place = { readonly name: string; readonly address: string }
type Offers = readonly { readonly tests: readonly { readonly testName: string; readonly amount: number }[] }[]

async function api<T>(page: Page, token: string, method: string, path: string, data?: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`/v0/${path}`, { method, headers, ...(data && { data }) })
  if (answer.status() >= 300) throw new Error(`${method} ${path}: ${await answer.text()}`)
  const { data: got }: { data: T } = await answer.json()
  return got
}

/** Ends a session of a staff member: an account has ten at once, and all journeys share these. */
async function endToken(page: Page, token: string): Promise<void> {
  await api(page, token, 'DELETE', 'session')
}

/** A paid order at the lab of the demonstration, whose specimens are in the lab. */
export async function orderAtBench(...booking: Parameters<typeof orderTaken>): Promise<string> {
  const { order, staff, labels } = await orderTaken(...booking)
  const [page] = booking
  for (const accession of labels) await api(page, staff, 'POST', `lab/specimens/${accession}/receipt`)
  await endToken(page, staff)
  return order
}

/** The same, with its specimens taken and not received; returns their labels and who took them too. */
export async function orderTaken(
  page: Page,
  { product, simulator }: { product: Product; simulator: Simulator },
  person: Pick<Person, 'email' | 'password'>,
  test: string | readonly string[] = 'Full blood count',
  /** The patient’s email, if it is not the booker’s. */
  email = person.email,
  /** The booking’s terms, if the patient is another person. */
  changes: object = {},
): Promise<{ order: string; staff: string; labels: readonly string[] }> {
  const { authid: patient } = await logIn(page, person)
  const [place] = await api<readonly Place[]>(page, patient, 'GET', `searchlabs?id=${demoLab}`)
  const [offers] = await api<Offers>(page, patient, 'GET', `listAllLabsTest?lab=${demoLab}`)
  const wanted = typeof test === 'string' ? [test] : test
  const chosen = (offers?.tests ?? []).filter(({ testName }) => wanted.includes(testName))
  if (!place || chosen.length < wanted.length)
    throw new Error(`The lab of the demonstration does not offer all of ${wanted.join(', ')}.`)
  const booked = await api<{ orderReference: string; redirecturl: string }>(
    page,
    patient,
    'POST',
    'addBooking',
    {
      name: 'Ada Okonkwo',
      email,
      gender: 'Female',
      dob: '1985-03-27',
      phone: '08098765432',
      type: { mode: 'walkin' },
      test: chosen.map(({ testName, amount }) => ({ name: testName, amount })),
      reference: crypto.randomUUID(),
      provider: 'paystack',
      lab: { name: demoLab, labReference: demoLab, location: place.address },
      ...changes,
    },
  )
  const order = booked.orderReference
  const { payments } = await api<{ payments: readonly { reference: string }[] }>(
    ...([page, patient, 'GET', `orders/${order}`] as const),
  )
  await simulator.happen(payments[0]?.reference ?? '', 'succeed')
  const desk = await logIn(page, { email: scientist, password: product.demoPassword })
  await waitUntilPaid(page, patient, order)
  const staff = desk.authid
  await api(page, staff, 'POST', `lab/orders/${order}/check-in`)
  const collected = await api<{ specimens: readonly { accession: string }[] }>(
    ...([page, staff, 'POST', `lab/orders/${order}/collection`, {}] as const),
  )
  return { order, staff, labels: collected.specimens.map(({ accession }) => accession) }
}

/** Asks until the money has arrived. */
async function waitUntilPaid(page: Page, token: string, order: string): Promise<void> {
  for (;;) {
    const { paidAt } = await api<{ paidAt: string | null }>(page, token, 'GET', `orders/${order}`)
    if (paidAt) return
  }
}

type Bench = {
  readonly reports: readonly {
    readonly id: string
    readonly ready: boolean
    readonly analytes: readonly {
      readonly position: number
      readonly kind: string
      readonly choices: readonly string[]
    }[]
    readonly versions: readonly { readonly enteredAt: string }[]
  }[]
}

/** Enters, verifies and releases all results of an order, through the API; each quantity is `amount`. */
export async function releaseResults(
  page: Page,
  product: Product,
  order: string,
  amount = '5',
  { onlyReady = false }: { readonly onlyReady?: boolean } = {},
): Promise<void> {
  const password = product.demoPassword
  const { authid: enters } = await logIn(page, { email: scientist, password })
  const { authid: verifies } = await logIn(page, { email: verifier, password })
  const read = (token: string) => api<Bench>(page, token, 'GET', `lab/orders/${order}/results`)
  for (const { id, analytes, ready } of (await read(enters)).reports) {
    if (onlyReady && !ready) continue
    const lines = analytes.filter(({ position }) => position !== commentPosition)
    const values = lines.map(({ position, kind, choices: [first = ''] }) => ({
      position,
      value: kind === 'choice' ? first : kind === 'quantity' ? amount : 'Seen and unremarkable',
    }))
    await api(page, enters, 'PUT', `lab/reports/${id}/values`, { values, basedOn: null })
    const { reports } = await read(verifies)
    const seen = reports.find((one) => one.id === id)?.versions[0]?.enteredAt
    await api(page, verifies, 'POST', `lab/reports/${id}/verification`, { seen })
    await api(page, verifies, 'POST', `lab/reports/${id}/release`, {
      counselledBy: 'lab',
      note: 'Talked by phone',
    })
  }
  for (const token of [enters, verifies]) await endToken(page, token)
}

/** Withdraws every result of an order, through the API. */
export async function withdrawResults(page: Page, product: Product, order: string): Promise<void> {
  const { authid } = await logIn(page, { email: verifier, password: product.demoPassword })
  const { reports } = await api<Bench>(page, authid, 'GET', `lab/orders/${order}/results`)
  const taken = { number: 1, because: 'wrong_patient', note: 'The tubes were mixed up.' }
  for (const { id } of reports) await api(page, authid, 'POST', `lab/reports/${id}/withdrawal`, taken)
}
