import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { Ajv } from 'ajv'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }

const readJson = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addMetaSchema(draft06)
const schema = readJson('r4.schema.json')
const validate = ajv.compile(schema)
const validateOutcome = ajv.compile({ $ref: `${schema.$id}#/definitions/OperationOutcome` })

indexStructureDefinitionBundle(readJson('r4.definitions.json'))

/** The errors of an OperationOutcome by both validators. */
export function outcomeErrors(outcome: unknown): string[] {
  const found = validateOutcome(outcome) ? [] : [ajv.errorsText(validateOutcome.errors)]
  return [...found, ...emptyIn(outcome, ''), ...definitionErrors(outcome)]
}

/**
 * The errors of a bundle by two independent validators: ajv with the JSON schema of FHIR R4, which knows the required codes, and
 * Medplum with the structure definitions of FHIR R4, which knows cardinalities and constraints (FHIRPath). Also by the rule
 * that no element is empty.
 */
export function schemaErrors(bundle: unknown): string[] {
  const found = validate(bundle) ? [] : (validate.errors ?? [])
  return [
    ...found.map(({ instancePath, message }) => `${instancePath} ${message}`),
    ...emptyIn(bundle, ''),
    ...definitionErrors(bundle),
    ...entriesOf(bundle).flatMap(({ resource }) => definitionErrors(resource)),
  ]
}

type Validated = Parameters<typeof validateResource>[0]
type Entries = { readonly entry?: readonly { readonly resource: unknown }[] }

const entriesOf = (bundle: unknown) => (bundle as Entries).entry ?? []

/** The errors of one resource by its structure definition. Those in the resources of a bundle are not all found in it. */
function definitionErrors(resource: unknown): string[] {
  try {
    validateResource(resource as Validated)
    return []
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    return [error.message]
  }
}

function emptyIn(part: unknown, path: string): string[] {
  if (part === '' || part === null) return [`${path} is empty`]
  if (typeof part !== 'object' || part === undefined) return []
  const fields = Object.entries(part)
  if (fields.length === 0) return [`${path} is empty`]
  return fields.flatMap(([name, value]) => emptyIn(value, `${path}/${name}`))
}
