import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, bundleOf, glucose, keyOf, post } from '../../../../test/deliveries.ts'
import { buildWorld } from '../../../../test/world.ts'

const world = await buildWorld()
const key = await keyOf(world)
const seed = 20_261_122
const runs = 600

const valid = () =>
  bundleOf({
    accession: '26ZZ-00001',
    patient: { gender: 'female', birthDate: '1961-04-12', name: [{ given: ['Mama'], family: 'Obi' }] },
    report: { basedOn: [{ reference: 'ServiceRequest/1' }] },
    values: [glucose(), { code: { text: 'Protein' }, valueCodeableConcept: { text: 'Nil' } }],
  })

/** The values that replace a part of a good bundle. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      0,
      -1,
      1e308,
      5e-324,
      Number.MAX_SAFE_INTEGER,
      '',
      ' ',
      '\t\n',
      'a\u0000b',
      '\ud800',
      '🦋',
    ],
    ...[
      "'; drop table delivery; --",
      'x'.repeat(20_000),
      '9'.repeat(400),
      '__proto__',
      'constructor',
      '#contained',
    ],
    ...[
      [],
      {},
      [[]],
      [null],
      { reference: 'urn:r' },
      { reference: null },
      { value: 1 },
      { coding: [{ code: 1 }] },
    ],
    ...[
      'DiagnosticReport',
      'Observation',
      'final',
      'urn:o0',
      '2026-02-30',
      'mg/dL',
      '{'.repeat(50),
      '(((((/////',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
)

function places(value: unknown): [holder: object, key: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => [[value, name] as [object, string], ...places(part)])
}

const change = fc.record({
  where: fc.nat(500),
  how: fc.constantFrom('replace', 'remove', 'wrap', 'twice'),
  value: nasty,
})

const changed = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => () => {
  const copy: object = JSON.parse(JSON.stringify(valid()))
  for (const { where, how, value } of changes) {
    const all = places(copy)
    const [holder, name] = all[where % Math.max(1, all.length)] ?? [copy, 'type']
    if (how === 'remove') Reflect.deleteProperty(holder, name)
    else if (how === 'wrap') Reflect.set(holder, name, [Reflect.get(holder, name)])
    else if (how === 'twice' && Array.isArray(holder)) holder.push(Reflect.get(holder, name))
    else Reflect.set(holder, name, value)
  }
  return JSON.stringify(copy)
})

const raw = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '{',
      'null',
      '[]',
      '{}',
      '"Bundle"',
      '1e999',
      '\ufeff{}',
      '{"resourceType":"Bundle"}',
      '\u0000',
    ],
    ...['['.repeat(100_000) + ']'.repeat(100_000), `${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`],
    ...[`${'['.repeat(50_000)}"\\ud800"${']'.repeat(50_000)}`, '{"__proto__":{"type":"collection"}}'],
    ...[`{"a":"${'x'.repeat(600_000)}"}`, '{"resourceType":"Bundle","type":"\\ud83e"}'],
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 6 }),
)

const body = fc.oneof(
  { weight: 6, arbitrary: changed },
  { weight: 2, arbitrary: raw.map((text) => () => text) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => () => Buffer.from(bytes)) },
)

test(`${runs} odd bundles are accepted or refused as FHIR outcomes, and none fails (seed ${seed})`, async () => {
  const seen = new Map<number, number>()
  const property = fc.asyncProperty(body, async (make) => {
    world.clock.moveOn(1000)
    const { status, text } = await post(world, key, make())
    seen.set(status, (seen.get(status) ?? 0) + 1)
    expect(status, text).toBeLessThan(500)
    expect(text).not.toMatch(/node_modules|\.ts:\d|select .* from|undefined|\[object/)
  })
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
  expect(seen.get(200) ?? 0).toBeGreaterThan(runs / 20)
  expect(seen.get(422) ?? 0).toBeGreaterThan(runs / 5)
  expect(seen.get(400) ?? 0).toBeGreaterThan(runs / 20)
}, 120_000)

test.each([
  ['another kind of bundle', { type: 'transaction' }, 'Bundle.type'],
  ['no identifier', { identifier: undefined }, 'Bundle.identifier'],
  ['no entry', { entry: [] }, 'Bundle.entry'],
  ['no report', { entry: [{ resource: { resourceType: 'Patient' } }] }, 'Bundle.entry'],
  ['implicit rules', { implicitRules: 'https://lis.example/rules' }, 'Bundle.implicitRules'],
])('%s is refused with its place', async (_, part, where) => {
  const heard = await post(world, key, { ...valid(), ...part })
  expect([heard.status, heard.text]).toEqual([422, expect.stringContaining(`"${where}"`)])
})

test.each([
  ['a preliminary report', { report: { status: 'preliminary' }, values: [glucose()] }, '.status'],
  ['a value entered in error', { values: [{ ...glucose(), status: 'entered-in-error' }] }, '.status'],
  [
    'a reference to a missing value',
    { report: { result: [{ reference: 'Observation/9' }] }, values: [] },
    '.result[0]',
  ],
  [
    'a value that no report refers to',
    { report: { result: [{ reference: 'urn:o0' }] }, values: [glucose(), glucose()] },
    '',
  ],
  [
    'a value about another patient',
    { patient: { gender: 'female' }, values: [{ ...glucose(), subject: { reference: 'Patient/2' } }] },
    '.subject',
  ],
  [
    'a modifier extension',
    { values: [{ ...glucose(), modifierExtension: [{ url: 'urn:not' }] }] },
    '.modifierExtension',
  ],
])('%s is refused with its place', async (_, said, where) => {
  const { status, text } = await post(world, key, bundleOf({ accession: '26ZZ-00001', ...said }))
  expect([status, text]).toEqual([422, expect.stringContaining(`resource${where}"`)])
})

test('what is not FHIR, or too large, is refused before it is parsed', async () => {
  const typed = (type: string) => post(world, key, JSON.stringify(valid()), { 'content-type': type })
  const plain = await typed('text/plain')
  expect([plain.status, plain.issues]).toEqual([415, ['error not-supported']])
  expect((await typed('application/json')).status).toBe(200)
  const long = await post(world, key, `{"a":"${'x'.repeat(600_000)}"}`)
  expect([long.status, long.issues]).toEqual([413, ['error too-long']])
  const kept = await world.sql`select 1 from delivered_report where content::text like '%xxxxxxxxxx%'`
  expect(kept).toHaveLength(0)
})

test('a key and an address are limited, and read how long to wait', async () => {
  world.clock.moveOn(3_600_000)
  const own = await keyOf(world, undefined, 'Busy LIS')
  const many = await Promise.all(
    Array.from({ length: 125 }, () =>
      post(world, own, bundleOf({ values: [amount('14771-0', 5, 'mmol/L')] })),
    ),
  )
  const told = many.filter(({ status }) => status === 429)
  expect(told).toHaveLength(5)
  expect([told[0]?.issues, Number(told[0]?.headers.get('retry-after')) > 0]).toEqual([
    ['error throttled'],
    true,
  ])
  const wrong = await Promise.all(
    Array.from({ length: 32 }, () => post(world, 'nobody-has-this-key', valid())),
  )
  expect(wrong.filter(({ status }) => status === 401)).toHaveLength(30)
  expect((await post(world, key, valid())).status).toBe(200)
}, 60_000)
