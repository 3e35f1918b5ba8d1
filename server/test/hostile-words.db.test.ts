import {
  downloadLabels,
  downloadLabStatement,
  downloadReceipt,
  downloadReport,
  printLabStatement,
  readResults,
} from '@labalaba/contract'
import { getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderAtBench } from './bench.ts'
import { ada, ops, sola } from './cast.ts'
import { hostileWords, typeHostileWords, unseen } from './hostile-words.ts'
import { releaseAll } from './results.ts'
import { buildWorld } from './world.ts'

const world = await buildWorld({ broken: true })
const month = new Date().toISOString().slice(0, 7)
let reference: string
let report: string

beforeAll(async () => {
  const asAda = await world.as(ada)
  reference = await orderAtBench(world, asAda)
  // A report is drawn when it is released.
  await typeHostileWords(world)
  await releaseAll(world, reference)
  report = (await asAda(readResults, { params: { reference } })).data.results[0]?.id ?? ''
  await typeHostileWords(world)
}, 60_000)

type Person = Parameters<typeof world.tokenOf>[0]

async function file(person: Person, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await world.tokenOf(person)}` }
  return await fetch(world.publicUrl + path, { headers })
}

const at = (path: string, params: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')

describe('a PDF with hostile text', () => {
  test.each([
    ['a receipt', ada, () => at(downloadReceipt.path, { reference })],
    ['a report', ada, () => at(downloadReport.path, { reference, report })],
    ['labels', sola, () => `${at(downloadLabels.path, { reference })}?layout=single`],
    ['labels on a sheet', sola, () => `${at(downloadLabels.path, { reference })}?layout=sheet`],
    ['the statement of a lab', sola, () => `${printLabStatement.path}?month=${month}`],
  ] as const)('%s shows it as text on the page, and nothing more', async (_, person, path) => {
    const reply = await file(person, path())
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(
      /\/(JavaScript|JS|Launch|URI|EmbeddedFile|AA)\b/,
    )
    const pdf = await getDocumentProxy(bytes)
    expect(JSON.stringify((await pdf.getMetadata()).info)).not.toMatch(unseen)
    let said = ''
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      expect(await page.getAnnotations()).toEqual([])
      const [, , width = 0] = page.view
      for (const item of (await page.getTextContent()).items) {
        if (!('str' in item)) continue
        said += item.str
        const [from = 0, to = 0] = [item.transform[4], item.transform[4] + item.width]
        expect(from, item.str).toBeGreaterThanOrEqual(0)
        // The layout lets a line of very wide words be a little too long.
        expect(to, item.str).toBeLessThanOrEqual(1.02 * width)
      }
    }
    expect(said).not.toMatch(unseen)
    expect(said.length).toBeGreaterThan(20)
  })
})

describe('a CSV with hostile text', () => {
  test.each([
    ['the prices of a lab', sola, '/v0/lab/prices/file'],
    ['the statement of a lab', sola, `${downloadLabStatement.path}?month=${month}`],
    ['the wallet of a patient', ada, `/v0/wallet/statement.csv?from=${month}-01&to=${month}-28`],
    [
      'an account of the books',
      ops,
      `/v0/statements.csv?account=lab:yaba-lab&from=${month}-01&to=${month}-28`,
    ],
  ] as const)('%s has no cell that is a formula', async (_, person, path) => {
    const reply = await file(person, path)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/)
    const text = await reply.text()
    for (const cell of cellsOf(text)) {
      expect(cell).not.toMatch(/^[=+@\t\r\n]|^-(?!\d+\.\d\d$)/)
      expect(cell).not.toMatch(unseen)
    }
  })
})

test('an answer of the API contains it as JSON, which no browser shows as a page', async () => {
  const reply = await file(ada, `/v0/orders/${reference}`)
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(JSON.stringify(JSON.parse(await reply.text()))).toContain(JSON.stringify(hostileWords).slice(1, 40))
})

/** The cells of RFC 4180, read apart from the code that writes them. */
function cellsOf(text: string): string[] {
  return [...text.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n|$)/g)].map(
    ([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell),
  )
}
