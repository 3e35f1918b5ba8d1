import { brand, type Endpoint, refusals, type Schema } from '@labalaba/contract'
import * as z from 'zod/mini'

/** One OpenAPI 3.1 document of everything served, from the very schemas that check it. */
export function openApi(endpoints: readonly Endpoint[], publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: '0' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        account: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  }
}

function operation(endpoint: Endpoint): object {
  return {
    summary: endpoint.summary,
    ...(endpoint.access !== 'public' && { security: [{ [endpoint.access]: [] }] }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: json(endpoint.body, 'input') } },
      },
    }),
    responses: responses(endpoint),
  }
}

function responses(endpoint: Endpoint): object {
  const answers: Record<string, object> = {
    200: { description: 'Done.', content: { 'application/json': { schema: envelope(endpoint) } } },
  }
  for (const code of ['invalid' as const, ...endpoint.refusals]) {
    const [status, message] = refusals[code]
    const before = answers[status]
    const description =
      before && 'description' in before
        ? `${before.description} \`${code}\`: ${message}`
        : `\`${code}\`: ${message}`
    answers[status] = { description }
  }
  return answers
}

function envelope(endpoint: Endpoint): object {
  return {
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: {
      status: { type: 'integer' },
      message: { type: 'string' },
      data: json(endpoint.reply, 'output'),
    },
  }
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: part,
  }))
}

function json(schema: Schema, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
