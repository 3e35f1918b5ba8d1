import { addBooking, type Endpoint } from '@labalaba/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../src/invariants.ts'
import { ada, ops } from '../cast.ts'
import { bookingForm, buildWorld, newestPayment } from '../world.ts'
import { inputs, type Own } from './inputs.ts'
import { bearerOf, endpoints, send, strangers } from './wire.ts'

const seed = 20_261_121
const runs = 1200

const world = await buildWorld()
let own: Own
let authorization: string
let asOperator: string

beforeAll(async () => {
  authorization = await bearerOf(world, ada)
  asOperator = await bearerOf(world, ops)
  const asAda = await world.as(ada)
  const { data } = await asAda(addBooking, { body: bookingForm({ payment: 'link' }) })
  const url = data.url ?? ''
  const online = await asAda(addBooking, { body: bookingForm() })
  const payment = await newestPayment(asAda, online.data.orderReference)
  const spare = online.data.orderReference
  own = {
    order: data.orderReference,
    spare,
    url,
    token: url.split('/pay/')[1] ?? '',
    payment,
    toCancel: online.data.orderReference,
  }
})

/** The values that replace a field. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      0,
      -1,
      -0,
      1.5,
      1e21,
      1e308,
      Number.MAX_SAFE_INTEGER,
      '',
      ' ',
      '\t\n',
      '\u0000',
      'a\u0000b',
    ],
    ...['\ud800', '\udc00x', '🦋', 'e\u0301', '\u202e', '﷽', 'constructor', '__proto__', 'toString', 'NaN'],
    ...["'; drop table account; --", '1e5', '0x10', '-5', '1,000', '₦5', '9'.repeat(400), 'x'.repeat(20_000)],
    ...['../../etc/passwd', '%00', '{{7*7}}', '<script>alert(1)</script>', 'a@b.c\r\nBcc: d@e.f'],
    ...['2026-02-30', '0000-00-00', '9999-12-31', '99999-01-01', '24:00', '00:60', 'https://evil.example'],
    ...[[], {}, [[]], [null], { length: 1 }, { toString: 1 }, { valueOf: null }],
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
)

/** A valid body with one place of it made wrong: replaced, taken away, doubled into an array, or added. */
const mutation = fc.record({
  where: fc.nat(200),
  how: fc.constantFrom('replace', 'remove', 'wrap', 'add', 'add known'),
  value: nasty,
  key: fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('__proto__', 'constructor', 'id', 'total', 'state'),
  ),
})
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

function places(value: unknown): [holder: object, key: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [[value, key] as [object, string], ...places(part)])
}

function mutated(body: object, { where, how, value, key }: Mutation): string {
  const copy: object = JSON.parse(JSON.stringify(body))
  const all = places(copy)
  const [holder, name] = all[where % Math.max(1, all.length)] ?? [copy, key]
  if (how === 'remove') Reflect.deleteProperty(holder, name)
  else if (how === 'wrap') Reflect.set(holder, name, [Reflect.get(holder, name)])
  else if (how === 'add') Object.defineProperty(holder, key, { value, enumerable: true, configurable: true })
  else Reflect.set(holder, name, value)
  return JSON.stringify(copy)
}

/** Invalid bodies, and edge cases of JSON. */
const rawText = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '{',
      '}',
      '[',
      'null',
      'true',
      '0',
      '""',
      '[]',
      '{}',
      '{{}}',
      "{'a':1}",
      '{"a":1,}',
      '{"a":1}}',
    ],
    ...['{"a":NaN}', '{"a":1e999}', '{"a":-}', '{"a":01}', '{"a":"\\x"}', '{"a":"\\ud800"}', '{"\\u0000":1}'],
    ...[
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      '\ufeff{}',
      '{"email":1,"email":"a@b.ce"}',
    ],
    ...['['.repeat(5000), '['.repeat(30_000) + ']'.repeat(30_000), '{"a":'.repeat(9000), 'x'.repeat(70_000)],
    ...[`{"a":"${'x'.repeat(65_000)}"}`, `{"a":${'9'.repeat(5000)}}`, 'a=1&b=2', '<a/>', '\u0000', '--x\r\n'],
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 6 }),
)

const body = fc.oneof(
  { weight: 5, arbitrary: mutation.map((change) => (valid: object) => mutated(valid, change)) },
  { weight: 2, arbitrary: rawText.map((text) => () => text) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => () => Buffer.from(bytes)),
  },
)

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'application/json; charset=utf-8',
        'application/json;charset=utf-16',
        'application/json;;',
        'text/plain',
      ],
      ...[
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/jsonx',
        'json',
        '*/*',
        '/',
      ],
    ),
  },
)

/** A piece of an address: as it is, or escaped wrongly. */
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: nasty.map((value) => encodeURIComponent(String(JSON.stringify(value))).slice(0, 3000)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        '%',
        '%zz',
        '%FF',
        '%C0%80',
        '%E0%A4%A',
        '%00',
        '%2e%2e%2f',
        '%ED%A0%80',
        'x'.repeat(2000),
        '*',
        '()',
      ],
    ),
  },
)
const extraQuery = fc.constantFrom(
  ...[
    '',
    '',
    '',
    'a=1',
    'page=1&page=2',
    'page[]=1',
    '__proto__[a]=1',
    'page',
    '=',
    '&&&',
    'page=%FF',
    'q=%00',
  ],
  ...['page=-1', 'page=1e9', 'limit=0', 'limit=99999999999999999999', 'page=NaN', 'limit=1.5', 'q=%25%5F%5C'],
)

const attack = fc.record({
  name: fc.constantFrom(...endpoints.keys()),
  body,
  contentType,
  params: fc.array(piece, { minLength: 2, maxLength: 2 }),
  query: fc.array(piece, { minLength: 3, maxLength: 3 }),
  extraQuery,
  withoutLab: fc.boolean(),
  authorization: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[
          'Bearer',
          'Bearer x',
          `Bearer ${'x'.repeat(300)}`,
          'Basic',
          'Basic %%%',
          'Basic Og==',
          'Basic OmE=',
        ],
        ...[
          'Basic YQ==',
          'Basic YTpi',
          'Basic AGE6AGI=',
          `Basic ${'QUFB'.repeat(400)}`,
          'Basic gIA6gIA=',
          'Digest x',
        ],
      ),
    },
  ),
})
type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never

function addressOf(
  { path }: Endpoint,
  one: Attack,
  input: ReturnType<NonNullable<(typeof inputs)[string]>>,
): string {
  const pieces = [...one.params]
  const filled = path.replace(/:(\w+)/g, (_, name: string) => pieces.pop() ?? input.params?.[name] ?? 'x')
  const query = Object.entries(input.query ?? {}).map(([name, value], index) => {
    return `${name}=${one.query[index] ?? encodeURIComponent(value)}`
  })
  return `${filled}?${[...query, ...(one.extraQuery ? [one.extraQuery] : [])].join('&')}`
}

const talks =
  /node_modules|\.ts:\d|DatabaseError|DatabaseLost|\b(select|insert|update) .*\b(from|into|set)\b|\/work|\/srv|at \w+ \(/i

test(`${runs} odd requests over all calls get a good answer or a clear refusal (seed ${seed})`, async () => {
  const seen = new Map<number, number>()
  const property = fc.asyncProperty(attack, async (one) => {
    const endpoint = endpoints.get(one.name) ?? expect.unreachable()
    const input = inputs[one.name]?.(own) ?? {}
    if (one.withoutLab) Reflect.deleteProperty(input.body ?? {}, 'lab')
    const hasBody = endpoint.method !== 'GET'
    const raw = await send(world, endpoint.method, addressOf(endpoint, one, input), {
      headers: {
        ...(endpoint.access !== 'public' && {
          authorization: one.authorization ?? (endpoint.access === 'operator' ? asOperator : authorization),
        }),
        ...(hasBody && { 'content-type': one.contentType }),
      },
      ...(hasBody && { body: one.body(input.body ?? {}) }),
    })
    seen.set(raw.status, (seen.get(raw.status) ?? 0) + 1)
    expect(raw.status).toBeLessThan(500)
    if (endpoint.file && raw.status === 200) return
    const answer = JSON.parse(raw.text)
    if (endpoint.access === 'system') {
      expect([answer.resourceType, talks.test(raw.text)]).toEqual(['OperationOutcome', false])
      return
    }
    expect(answer).toMatchObject({ status: raw.status, message: expect.any(String) })
    expect(raw.text).not.toMatch(talks)
    if (raw.status === 200) expect(strangers(endpoint.reply, answer.data)).toEqual([])
    else expect(answer.code).toMatch(/^[a-z_]+$/)
    // If the attack signed the user out, they sign in again.
    if (one.name === 'signOut' && raw.status === 200) authorization = await bearerOf(world, ada)
  })
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
  // Enough requests must get past authentication to be worth something.
  expect(seen.get(200) ?? 0).toBeGreaterThan(runs / 20)
  expect(seen.get(400) ?? 0).toBeGreaterThan(runs / 4)
}, 60_000)

test('after the attacks the books balance, and nothing is paid', async () => {
  expect(await brokenInvariants(world.db)).toEqual([])
  const paid = await world.sql`select 1 from lab_order where paid_at is not null`
  const staff = await world.sql`select 1 from account where type = 'operator'`
  expect([paid.length, staff.length]).toEqual([0, 1])
})
