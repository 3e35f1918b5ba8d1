import {
  downloadReport,
  enterResults,
  exportOrder,
  type LabReport,
  longestText,
  readResults,
  releaseReport,
  saveEntryDraft,
  verifyReport,
} from '@labalaba/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { orderAtBench } from '../../../../test/bench.ts'
import { ada, sola, sugar, tola } from '../../../../test/cast.ts'
import { accessionsOf, bundleOf, keyOf, post } from '../../../../test/deliveries.ts'
import { schemaErrors } from '../../../../test/fhir/schema.ts'
import { reportsOf } from '../../../../test/results.ts'
import { buildWorld, type Caller } from '../../../../test/world.ts'

const world = await buildWorld()
// The cast sells no test of texts alone, so one becomes a histology.
const names = ['Clinical details', 'Macroscopy', 'Microscopy', 'Diagnosis', 'Comment']
await world.sql`delete from analyte where test_id = (select id from test where code = 'fbs')`
await world.sql`insert into analyte (test_id, position, name, kind, needed, to_be_confirmed)
  select test.id, line.position, line.name, 'text', false, false
  from test, unnest(${names}::text[]) with ordinality as line (name, position) where test.code = 'fbs'`

let asAda: Caller
let asSola: Caller
let asTola: Caller
let reference: string
let params: { id: string }

beforeEach(async () => {
  ;[asAda, asSola, asTola] = await Promise.all([world.as(ada), world.as(sola), world.as(tola)])
  const mama = { name: 'Mama Ngozi Obi', dob: '1961-04-12' }
  reference = await orderAtBench(world, asAda, { test: [{ ...sugar }], ...mama })
  params = { id: (await only()).id }
})

const only = async (): Promise<LabReport> => (await reportsOf(asSola, reference))[0] ?? expect.unreachable()
const seen = async () => (await only()).versions[0]?.enteredAt ?? ''

async function enter(value: string, position = 3) {
  const basedOn = (await only()).versions[0]?.enteredAt ?? null
  return await asSola(enterResults, { params, body: { values: [{ position, value }], basedOn } })
}

const sentence = 'Sections show crypts of regular shape – “no dysplasia”. '
/** Paragraphs with this many characters in all. */
const paragraphs = (length: number) =>
  Array.from({ length: 12 }, () => sentence.repeat(40).trim())
    .join('\n\n')
    .slice(0, length - 1)
    .concat('.')

test('a histology of five texts of 20,000 characters is kept as a draft, and saved as values', async () => {
  const values = names.map((_, index) => ({ position: index + 1, value: paragraphs(longestText) }))
  const draft = await asSola(saveEntryDraft, { params, body: { typed: values, basedOn: null, upon: null } })
  expect(draft.httpStatus).toBe(200)
  expect((await only()).draft?.typed).toMatchObject(values)
  const saved = await asSola(enterResults, {
    params,
    body: { values, basedOn: null, typed: draft.data.version },
  })
  expect(saved.httpStatus).toBe(200)
  const { versions, draft: left } = await only()
  expect([versions[0]?.values.map(({ value }) => value.length), left]).toEqual([
    names.map(() => longestText),
    null,
  ])
})

test('a draft of letters with three bytes each fits too, and one of more than six full texts does not', async () => {
  const keep = async (many: number, letter: string) => {
    const typed = Array.from({ length: many }, (_, index) => ({
      ...{ position: index + 1, value: letter.repeat(longestText) },
    }))
    const basedOn = (await only()).draft?.version ?? null
    return await asSola(saveEntryDraft, { params, body: { typed, basedOn, upon: null } })
  }
  expect((await keep(6, 'ẹ')).httpStatus).toBe(200)
  expect(await keep(7, 'a')).toMatchObject({ httpStatus: 400, code: 'invalid' })
})

test('a text is stored with its paragraphs: line breaks as one kind, no more than one empty line, no spaces at the ends', async () => {
  await enter('  First line. \r\nSecond\tline.\r\n\r\n\r\n\r\nNext paragraph.\n ')
  const [version] = (await only()).versions
  expect(version?.values).toMatchObject([
    { name: 'Microscopy', kind: 'text', value: 'First line.\nSecond line.\n\nNext paragraph.', flag: null },
  ])
})

test.each([
  ['of 20,001 characters', 'a'.repeat(longestText + 1)],
  ['of 501 lines', 'a\n'.repeat(501)],
  ['with a control character', 'First\u001bsecond'],
])('a text %s is refused', async (_, value) => {
  expect(await enter(value)).toMatchObject({ httpStatus: 400, code: 'invalid' })
  expect((await only()).versions).toEqual([])
})

test('the patient reads the paragraphs on the page, on paper, and in FHIR', async () => {
  const value = paragraphs(longestText / 2)
  await enter(value)
  await asTola(verifyReport, { params, body: { seen: await seen() } })
  expect(await asTola(releaseReport, { params, body: { counselledBy: null } })).toMatchObject({
    httpStatus: 200,
  })
  const { data } = await asAda(readResults, { params: { reference } })
  expect(data.results[0]?.values).toMatchObject([{ value }])

  const headers = { authorization: `Bearer ${await world.tokenOf(ada)}` }
  const get = async (path: string) => await fetch(`${world.publicUrl}${path}`, { headers })
  const path = downloadReport.path.replace(':reference', reference).replace(':report', params.id)
  const file = await (await get(path)).arrayBuffer()
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(file)), {
    mergePages: false,
  })
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries())
    for (const words of [
      `Page ${index + 1} of ${pages.length}`,
      reference,
      'Mama Ngozi Obi',
      '12 April 1961',
    ])
      expect(page).toContain(words)
  expect(pages.join(' ').replace(/\s+/g, ' ')).toContain(sentence)

  const exported = await get(exportOrder.path.replace(':reference', reference))
  const bundle = (await exported.json()) as { readonly entry: readonly object[] }
  expect(schemaErrors(bundle)).toEqual([])
  expect(bundle.entry).toContainEqual(
    expect.objectContaining({ resource: expect.objectContaining({ valueString: value }) }),
  )
})

test('a delivery of a lab’s system fills in a text with its paragraphs', async () => {
  const [accession = ''] = await accessionsOf(world, reference)
  const valueString = `Crypts are regular.\r\n\r\n\r\n${paragraphs(15_000)}`
  const bundle = bundleOf({ accession, values: [{ code: { text: 'Microscopy' }, valueString }] })
  expect((await post(world, await keyOf(world), bundle)).status).toBe(200)
  const [version] = (await only()).versions
  expect(version?.values).toMatchObject([{ value: `Crypts are regular.\n\n${paragraphs(15_000)}` }])
})

test('a delivered text without a letter, or of too many lines, waits for a person', async () => {
  const [accession = ''] = await accessionsOf(world, reference)
  const key = await keyOf(world, sola, 'Histology LIS')
  for (const valueString of ['\u0085', 'a\n'.repeat(501)]) {
    const bundle = bundleOf({ accession, values: [{ code: { text: 'Microscopy' }, valueString }] })
    expect((await post(world, key, bundle)).status).toBe(200)
    expect((await only()).versions).toEqual([])
  }
})
