import { exportOrder } from '@labalaba/contract'
import { expect } from 'vitest'
import type { World } from '../world.ts'
import { schemaErrors } from './schema.ts'

/** The FHIR bundle of an order as one of its readers downloads it. It fits the schema of FHIR R4. */
export async function exportedText(
  world: World,
  reader: Parameters<World['tokenOf']>[0],
  reference: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${await world.tokenOf(reader)}` }
  const path = exportOrder.path.replace(':reference', reference)
  const answer = await fetch(`${world.publicUrl}${path}`, { headers })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  expect(schemaErrors(JSON.parse(text))).toEqual([])
  return text
}
