import { addBooking, readOrder } from '@labalaba/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTracing } from '../src/infra/observability/tracing.ts'
import { ada } from './cast.ts'
import { openOtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts'
import { bookingForm, buildWorld, until } from './world.ts'

const world = await buildWorld()
const receiver = await openOtlpReceiver()

beforeAll(async () => {
  // Finished jobs are deleted, so their payloads are copied as they come.
  await world.sql.unsafe(`
    create table job_seen (task text, payload json);
    create function see_job() returns trigger language plpgsql security definer as $$ begin
      insert into public.job_seen select identifier, new.payload from graphile_worker._private_tasks where id = new.task_id;
      return new; end $$;
    create trigger see_job after insert on graphile_worker._private_jobs for each row execute function see_job()`)
  await world.work()
})
afterAll(() => receiver.close())

type Line = {
  readonly reqId?: string
  readonly msg: string
  readonly job?: string
  readonly traceId?: string
}
const lines = () => world.logged.map((line): Line & Record<string, unknown> => JSON.parse(line))

/** Books over HTTP, pays, and returns the request's number and what its jobs are about. */
async function bookAndPay() {
  const token = await world.tokenOf(ada)
  const answer = await fetch(`${world.publicUrl}${addBooking.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bookingForm()),
  })
  const { data } = (await answer.json()) as { data: { orderReference: string } }
  const asAda = await world.as(ada)
  const { data: order } = await asAda(readOrder, { params: { reference: data.orderReference } })
  const payment = order.payments[0]?.reference ?? ''
  await world.control('POST', `/transactions/${payment}/succeed`)
  await until('the order is scheduled and its mails are sent', async () => {
    const { data: paid } = await asAda(readOrder, { params: { reference: data.orderReference } })
    const [left] =
      await world.sql`select 1 from graphile_worker.jobs where task_identifier in ('mail-patient', 'mail-lab')`
    return paid.state === 'scheduled' && !left
  })
  return { requestId: answer.headers.get('x-request-id') ?? '', order: data.orderReference, payment, token }
}

test('the number of a request is on its log lines, on its calls to Paystack, on its jobs and on theirs', async () => {
  const { requestId } = await bookAndPay()
  const ofRequest = lines().filter(({ reqId }) => reqId === requestId)
  expect(ofRequest.map(({ msg, route }) => `${msg} ${route}`)).toEqual([
    'asked /transaction/initialize',
    'answered /v0/addBooking',
  ])
  const webhook = lines().findLast(({ route }) => route === '/v0/webhooks/paystack')?.reqId
  const jobs = await world.sql<{ task: string; payload: { _origin?: { request: string } } }[]>`
    select task, payload from job_seen order by task`
  const ofWebhook = jobs.filter(({ payload }) => payload._origin?.request === webhook).map(({ task }) => task)
  // The webhook queues a job, which settles the payment and queues the mails.
  expect(ofWebhook).toEqual(
    expect.arrayContaining(['handle-webhook', 'mail-patient', 'mail-lab', 'follow-order']),
  )
  const asked = lines().filter(({ reqId, job }) => reqId === webhook && job === 'handle-webhook')
  expect(asked.map(({ route }) => route)).toContain('/transaction/verify')
})

test('a failed request answers with its number, which its one error line has', async () => {
  await world.sql`alter table lab_order_line add constraint broken check (position < 0) not valid`
  const headers = { authorization: `Bearer ${await world.tokenOf(ada)}`, 'content-type': 'application/json' }
  const body = JSON.stringify(bookingForm())
  const answer = await fetch(`${world.publicUrl}/v0/addBooking`, { method: 'POST', headers, body })
  await world.sql`alter table lab_order_line drop constraint broken`
  const failed = (await answer.json()) as { reference: string; message: string; traceId?: string }
  expect(answer.status).toBe(500)
  expect(failed.message).toContain(failed.reference)
  expect(failed.traceId).toBeUndefined()
  const levels = lines()
    .filter(({ reqId }) => reqId === failed.reference)
    .map(({ level, msg }) => `${level} ${msg}`)
  expect(levels).toEqual(['50 failed', '30 answered'])
})

test('a trace has the request, its statements, its call to Paystack and its jobs, and the log and the failure its id', async () => {
  const tracing = { endpoint: receiver.url, headers: {}, serviceName: 'labalaba', share: 1 }
  const stop = await startTracing(tracing, world.parts.log, 'all')
  const { requestId, order, payment, token } = await bookAndPay()
  await world.sql`alter table lab_order_line add constraint broken check (position < 0) not valid`
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
  }
  const answer = await fetch(`${world.publicUrl}/v0/addBooking?name=Marker`, {
    ...{ method: 'POST', headers, body: JSON.stringify(bookingForm()) },
  })
  await world.sql`alter table lab_order_line drop constraint broken`
  const failed = (await answer.json()) as { reference: string; traceId: string }
  await stop()

  const booking = root(({ attributes }) => attributes['labalaba.request_id'] === requestId)
  expect(booking.name).toBe('POST /v0/addBooking')
  expect(booking.attributes['http.response.status_code']).toBe(200)
  const below = namesBelow(booking)
  expect(below).toEqual(
    expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT', 'POST Paystack /transaction/initialize']),
  )
  expect(lines().find(({ reqId, msg }) => reqId === requestId && msg === 'answered')?.traceId).toBe(
    booking.traceId,
  )

  // Paystack may send a webhook again, which then queues nothing.
  const webhooks = receiver.spans.filter(
    ({ kind, name }) => kind === 2 && name === 'POST /v0/webhooks/paystack',
  )
  expect(webhooks.map(namesBelow)).toContainEqual(
    expect.arrayContaining(['job handle-webhook', 'GET Paystack /transaction/verify', 'job mail-patient']),
  )
  const failure = root(({ attributes }) => attributes['labalaba.request_id'] === failed.reference)
  expect(failed.traceId).toBe(failure.traceId)
  expect(failure).toMatchObject({ status: { code: 2 }, attributes: { 'http.response.status_code': 500 } })

  const sent = receiver.bodies.join('')
  for (const secret of [
    order,
    payment,
    token,
    'Mama Obi',
    'cast.example',
    '8030000009',
    '0803 000',
    '1961-04-12',
    'Marker',
  ])
    expect([secret, sent.includes(secret)]).toEqual([secret, false])
})

function root(is: (span: ReceivedSpan) => boolean): ReceivedSpan {
  return receiver.spans.find((span) => span.kind === 2 && is(span)) ?? expect.unreachable('no such span')
}

function namesBelow({ traceId }: ReceivedSpan): string[] {
  return receiver.spans.filter((span) => span.traceId === traceId).map(({ name }) => name)
}
