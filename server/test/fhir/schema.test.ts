import { expect, test } from 'vitest'
import { schemaErrors } from './schema.ts'

const bundleOf = (resource: object) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [{ fullUrl: 'urn:uuid:0b6e4c55-6d0a-4a35-9a29-0d7a1c9e2f01', resource }],
})
const observation = { resourceType: 'Observation', status: 'final', code: { text: 'Glucose' } }
const task = { resourceType: 'Task', status: 'ready', intent: 'order' }

test('resources by FHIR R4 have no errors', () => {
  expect([observation, task].flatMap((one) => schemaErrors(bundleOf(one)))).toEqual([])
})

test('the JSON schema finds a code that FHIR R4 does not have', () => {
  expect(schemaErrors(bundleOf({ ...task, status: 'waiting' }))).toContainEqual(
    expect.stringContaining('status'),
  )
})

test('the definitions find what contradicts a constraint, in the resources of a bundle too', () => {
  const both = { ...observation, valueString: 'high', dataAbsentReason: { text: 'not performed' } }
  expect(schemaErrors(bundleOf(both))).toEqual([expect.stringContaining('obs-6')])
  const times = { authoredOn: '2026-11-02T10:00:00Z', lastModified: '2026-11-01T10:00:00Z' }
  expect(schemaErrors(bundleOf({ ...task, ...times }))).toEqual([expect.stringContaining('inv-1')])
  const [entry] = bundleOf(task).entry
  expect(schemaErrors({ ...bundleOf(task), entry: [entry, entry] })).toEqual([
    expect.stringContaining('bdl-7'),
  ])
})

test('both find a field that FHIR R4 does not have', () => {
  const errors = schemaErrors(bundleOf({ ...observation, result: 'high' }))
  expect(errors).toContainEqual(expect.stringContaining('additional properties'))
  expect(errors).toContainEqual(expect.stringContaining('"result"'))
})
