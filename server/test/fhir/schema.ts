import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addMetaSchema(draft06)
const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'r4.schema.json'), 'utf8'))
const validate = ajv.compile(schema)
const validateOutcome = ajv.compile({ $ref: `${schema.$id}#/definitions/OperationOutcome` })

/** The errors of an OperationOutcome by the same schema. */
export function outcomeErrors(outcome: unknown): string[] {
  return validateOutcome(outcome) ? emptyIn(outcome, '') : [ajv.errorsText(validateOutcome.errors)]
}

/** The errors of a bundle by the JSON schema of FHIR R4, and by its rule that no element is empty. */
export function schemaErrors(bundle: unknown): string[] {
  const found = validate(bundle) ? [] : (validate.errors ?? [])
  return [...found.map(({ instancePath, message }) => `${instancePath} ${message}`), ...emptyIn(bundle, '')]
}

function emptyIn(part: unknown, path: string): string[] {
  if (part === '' || part === null) return [`${path} is empty`]
  if (typeof part !== 'object' || part === undefined) return []
  const fields = Object.entries(part)
  if (fields.length === 0) return [`${path} is empty`]
  return fields.flatMap(([name, value]) => emptyIn(value, `${path}/${name}`))
}
