import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeLabSystem } from '@labalaba/contract'
import { expect } from 'vitest'
import type { Anybody } from './cast.ts'
import { sola } from './cast.ts'
import { outcomeErrors, schemaErrors } from './fhir/schema.ts'
import type { World } from './world.ts'

/** A key of the lab that this person manages. */
export async function keyOf(
  world: World,
  person: Anybody = sola,
  name = 'Analyser room LIS',
): Promise<string> {
  const { data } = await (await world.as(person))(makeLabSystem, { body: { name } })
  return data.key
}

let bundles = 0

export type Said = {
  readonly accession?: string | null
  readonly identifier?: string
  readonly patient?: object
  readonly report?: object
  readonly values: readonly object[]
}

/** A number in a unit of UCUM, known by its LOINC code. */
export function amount(loinc: string, value: number, code: string, more: object = {}) {
  return {
    code: { coding: [{ system: 'http://loinc.org', code: loinc }] },
    valueQuantity: { value, unit: code, system: 'http://unitsofmeasure.org', code, ...more },
  }
}

/** Fasting glucose in the unit of its line. */
export const glucose = (value = 5.8) => amount('14771-0', value, 'mmol/L')

/** A bundle as a lab's system sends it; it is FHIR R4. */
export function bundleOf(said: Said): object {
  bundles += 1
  const accession = said.accession ?? null
  const bundle = {
    resourceType: 'Bundle',
    type: 'collection',
    identifier: { system: 'https://lis.example/bundles', value: said.identifier ?? `b-${bundles}` },
    entry: [
      ...(said.patient ? [{ fullUrl: 'urn:p', resource: { resourceType: 'Patient', ...said.patient } }] : []),
      ...(accession === null
        ? []
        : [
            {
              fullUrl: 'urn:s',
              resource: { resourceType: 'Specimen', accessionIdentifier: { value: accession } },
            },
          ]),
      {
        fullUrl: 'urn:r',
        resource: {
          resourceType: 'DiagnosticReport',
          status: 'final',
          code: { text: 'A report' },
          ...(said.patient && { subject: { reference: 'urn:p' } }),
          ...(accession !== null && { specimen: [{ reference: 'urn:s' }] }),
          result: said.values.map((_, index) => ({ reference: `urn:o${index}` })),
          ...said.report,
        },
      },
      ...said.values.map((value, index) => ({
        fullUrl: `urn:o${index}`,
        resource: { resourceType: 'Observation', status: 'final', ...value },
      })),
    ],
  }
  expect(schemaErrors(bundle)).toEqual([])
  return bundle
}

export type Heard = {
  readonly status: number
  readonly headers: Headers
  /** The issues as "severity code". */
  readonly issues: readonly string[]
  readonly text: string
}

/** Posts these bytes as a lab’s system does; the answer is an OperationOutcome of R4, whatever they are. */
export async function post(
  world: Pick<World, 'publicUrl'>,
  key: string | null,
  body: object | string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Heard> {
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const reply = await fetch(`${world.publicUrl}/v0/fhir`, {
    method: 'POST',
    headers: {
      'content-type': 'application/fhir+json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: isText ? body : JSON.stringify(body),
  })
  const text = await reply.text()
  expect(reply.headers.get('content-type')).toContain('application/fhir+json')
  const outcome: { issue: { severity: string; code: string }[] } = JSON.parse(text)
  expect(outcomeErrors(outcome)).toEqual([])
  const issues = outcome.issue.map(({ severity, code }) => `${severity} ${code}`)
  return { status: reply.status, headers: reply.headers, issues, text }
}

/** The numbers of an order's samples, the newest last. */
export async function accessionsOf(world: World, reference: string): Promise<string[]> {
  const rows = await world.sql<{ accession: string }[]>`select accession from specimen
    where order_id = (select id from lab_order where reference = ${reference}) order by expected_at, accession`
  return rows.map(({ accession }) => accession)
}

/** The bundle from the page for developers, for a sample. */
export function bundleOfThePage(accession: string): object {
  const page = readFileSync(join(import.meta.dirname, '../../docs/lab-systems.md'), 'utf8')
  const [, shown = ''] = /```json\n([^`]+)```/.exec(page) ?? []
  expect(schemaErrors(JSON.parse(shown))).toEqual([])
  return JSON.parse(shown.replace('26A-00001', accession))
}
