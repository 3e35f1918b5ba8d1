import * as contract from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTracing } from '../../src/infra/observability/tracing.ts'
import { fbc, sugar } from '../cast.ts'
import { codeFrom, envelope, send } from '../contract/wire.ts'
import { openOtlpReceiver } from '../otlp-receiver.ts'
import { book, bookingForm, buildWorld, type Caller, homeVisit, signingKey, until } from '../world.ts'

const world = await buildWorld()
const collector = await openOtlpReceiver()

/** Data that must never be in a log or in the queue, and its source. Filled as the journey goes on. */
const secrets = new Map<string, string>([
  ['password', 'Marker password 7731'],
  ['another password', 'Marker another password 8842'],
  ['email', 'marker-person@journey.example'],
  ['phone', '8034445566'],
  ['address of the account', 'Marker Close 51'],
  ['name', 'Ngozi Markerperson'],
  ['patient', 'Papa Markerpatient'],
  ['email of the patient', 'marker-patient@journey.example'],
  ['phone of the patient', '8057778899'],
  ['birth', '1949-05-17'],
  ['address of the visit', 'Marker Visit Street 88'],
  ['email of the payer', 'marker-payer@journey.example'],
  ['test', fbc.name],
  ['another test', sugar.name],
  ['secret key', signingKey],
])
const value = (name: string) => secrets.get(name) ?? expect.unreachable()

beforeAll(async () => {
  // Finished jobs are deleted, so their payloads are copied as they come.
  await world.sql.unsafe(`
    create table job_seen (payload text);
    create function see_job() returns trigger language plpgsql security definer as
      $$ begin insert into public.job_seen values (new.payload::text || coalesce(new.key, '')); return new; end $$;
    create trigger see_job after insert on graphile_worker._private_jobs for each row execute function see_job()`)
  await world.work()
  const settings = { endpoint: collector.url, headers: {}, serviceName: 'labalaba', share: 1 }
  const stopTracing = await startTracing(settings, world.parts.log, 'all')
  await journey()
  await stopTracing()
})
afterAll(() => collector.close())

const json = { 'content-type': 'application/json' }
const post = (call: string, body: unknown, headers: Record<string, string> = {}) =>
  send(world, 'POST', `/v0/${call}`, { headers: { ...json, ...headers }, body: JSON.stringify(body) })

async function journey(): Promise<void> {
  const bearer = await register()
  const asHer: Caller = async (endpoint, { body, params = {} } = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const raw = await send(world, endpoint.method, path, {
      headers: { authorization: bearer, ...(body !== undefined && json) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { ...JSON.parse(raw.text), httpStatus: raw.status }
  }
  await payByOthers(asHer)
  await payOnline(asHer)
  await goWrong(bearer)
}

async function register(): Promise<string> {
  const email = value('email')
  await post('createAccount', {
    email,
    password: value('password'),
    phone: `0${value('phone')}`,
    username: 'markeruser',
    location: value('address of the account'),
    source: 'web',
    type: 'user',
    branch: 'at_home_service',
    name: value('name'),
  })
  const first = await codeFrom(world, email)
  secrets.set('code', first.digits).set('code link', first.token)
  await post('verifyaccount', { email, code: first.digits === '11111' ? '22222' : '11111' })
  // There are no cookies here, so the password proves that it is the registration’s own browser.
  await post('verifyaccount', { email, code: first.digits, password: value('password') })
  await post('forgotpassword', { email })
  const second = await codeFrom(world, email, 2)
  secrets.set('second code', second.digits).set('second code link', second.token)
  await post('updatepassword', { email, code: second.token, password: value('another password') })
  const basic = Buffer.from(`${email}:${value('another password')}`).toString('base64')
  secrets.set('basic', basic)
  await post('', undefined, { authorization: `Basic ${Buffer.from(`${email}:wrong`).toString('base64')}` })
  const { data } = envelope(
    await send(world, 'POST', '/v0/', { headers: { authorization: `Basic ${basic}` } }),
  )
  const token: string = Reflect.get(Object(data), 'authid')
  secrets.set('session', token)
  return `Bearer ${token}`
}

function form(changes: object = {}) {
  const type = homeVisit(world.clock.now())
  if (type.mode === 'sampleCollection') type.details.sampleCollectionAddress = value('address of the visit')
  return bookingForm({
    name: value('patient'),
    email: value('email of the patient'),
    phone: `0${value('phone of the patient')}`,
    dob: value('birth'),
    type,
    ...changes,
  })
}

async function payByOthers(asHer: Caller): Promise<void> {
  const { data } = await asHer(contract.addBooking, { body: form({ payment: 'link' }) })
  const url = data.url ?? ''
  const token = url.split('/pay/')[1] ?? ''
  secrets.set('link', token)
  const orderSummary = {
    orderId: data.orderReference,
    tests: [fbc.name],
    lab: 'l',
    location: 'l',
    total_amount: 1,
  }
  const share = {
    url,
    email: value('email of the payer'),
    patient_name: value('patient'),
    phone: '',
    orderSummary,
  }
  await asHer(contract.sharePaymentUrl, { body: share })
  await asHer(contract.sharePaymentUrl, { body: { ...share, url: `${url}x` } })
  await send(world, 'GET', `/pay/${token}`)
  await send(world, 'GET', `/v0/payment-links/${token}`)
  const params = { token }
  const started = await world.nobody(contract.payByLink, {
    params,
    body: { email: value('email of the payer') },
  })
  await world.control('POST', `/transactions/${started.data.reference}/succeed`)
  await paid(asHer, data.orderReference)
  await world.nobody(contract.payByLink, { params, body: {} })
}

async function payOnline(asHer: Caller): Promise<void> {
  const { order, payment } = await book(asHer, form())
  await world.control('POST', `/transactions/${payment}/succeed`, { webhook: false })
  await world.nobody(contract.checkPayment, { params: { reference: payment }, body: {} })
  await paid(asHer, order)
  const wrong = await book(asHer, form())
  await world.control('POST', `/transactions/${wrong.payment}/succeed`, { amount: 5000 })
  await until('an operator is told of the held money', async () => {
    return (await world.mailTo('operations@cast.example')).some(({ text }) => text.includes(wrong.payment))
  })
}

async function paid(asHer: Caller, reference: string): Promise<void> {
  await until('the order is scheduled', async () => {
    const { data } = await asHer(contract.readOrder, { params: { reference } })
    const mails = await world.mailTo(value('email of the patient'))
    return data.state === 'scheduled' && mails.some(({ text }) => text.includes(reference))
  })
}

async function goWrong(authorization: string): Promise<void> {
  const bad = { ...form(), gender: value('patient'), extra: value('email') }
  await post('addBooking', bad, { authorization })
  await send(world, 'POST', '/v0/addBooking', {
    headers: { authorization, ...json },
    body: `{"${value('patient')}"`,
  })
  await send(world, 'GET', `/v0/orders/${encodeURIComponent(value('patient'))}`, {
    headers: { authorization },
  })
  await send(world, 'GET', `/v0/listAllLabs.php?q=${encodeURIComponent(fbc.name)}`, {
    headers: { authorization },
  })
  await send(world, 'GET', `/${value('session')}?token=${value('link')}`)
  await post('webhooks/paystack', { event: 'charge.success', data: { customer: { email: value('email') } } })
  await world.sql`alter table lab_order_line add constraint broken check (position < 0) not valid`
  const broken = await post('addBooking', form(), { authorization })
  await world.sql`alter table lab_order_line drop constraint broken`
  expect(broken.status).toBe(500)
  for (const secret of secrets.values()) expect(broken.text).not.toContain(secret)
}

test('the log of a whole journey has the events, and no input, mail text or secret', () => {
  const log = world.logged.join('')
  for (const route of [
    '/v0/createAccount',
    '/v0/addBooking',
    '/v0/payment-links/:token',
    '/v0/webhooks/paystack',
  ])
    expect(log).toContain(route)
  expect(log).toContain('"code":"invalid"')
  expect(log).toContain('a statement failed')
  for (const [name, secret] of secrets) {
    const found = world.logged.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))
    expect([name, found]).toEqual([name, []])
  }
})

test('the traces of a whole journey have its calls, statements and jobs, and no input, mail text or secret', () => {
  const names = new Set(collector.spans.map(({ name }) => name))
  for (const name of ['POST /v0/addBooking', 'GET /v0/payment-links/:token', 'INSERT', 'job mail-patient'])
    expect(names).toContain(name)
  const sent = collector.bodies.join('\n').toLowerCase()
  for (const [name, secret] of secrets)
    expect([name, sent.includes(secret.toLowerCase())]).toEqual([name, false])
})

test('the queue contains references only', async () => {
  const seen = await world.sql<{ payload: string }[]>`select payload from job_seen`
  expect(seen.length).toBeGreaterThan(10)
  for (const { payload } of seen)
    for (const [name, secret] of secrets) expect([name, payload.includes(secret)]).toEqual([name, false])
})

test('no mail subject names a test or contains a code', async () => {
  const mails = await world.sql<{ subject: string }[]>`select distinct subject from mailbox`
  expect(mails.length).toBeGreaterThan(6)
  for (const { subject } of mails)
    for (const name of ['test', 'another test', 'code', 'second code', 'link'])
      expect([subject, subject.includes(value(name))]).toEqual([subject, false])
})

test('Paystack gets no data of the patient or the tests', async () => {
  const { body } = await world.control('GET', '/transactions')
  const told = JSON.stringify(body)
  expect(told).toContain('bk-')
  for (const name of [
    'patient',
    'phone of the patient',
    'birth',
    'address of the visit',
    'test',
    'another test',
    'link',
  ])
    expect([name, told.includes(value(name))]).toEqual([name, false])
})
