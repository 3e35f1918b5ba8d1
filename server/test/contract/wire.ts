import type { Answer, Endpoint, Schema } from '@labalaba/contract'
import * as contract from '@labalaba/contract'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Anybody } from '../cast.ts'
import { until, type World } from '../world.ts'

/** Every endpoint of the contract, by its name there. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(contract).flatMap(([name, value]): [string, Endpoint][] =>
    typeof value === 'object' && 'method' in value && 'access' in value ? [[name, value]] : [],
  ),
)

export type Raw = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Sends exactly these bytes to exactly this address, as a stranger’s program would. */
export async function send(
  world: Pick<World, 'publicUrl'>,
  method: string,
  path: string,
  options: { body?: string | Buffer<ArrayBuffer>; headers?: Record<string, string> } = {},
): Promise<Raw> {
  const reply = await fetch(`${world.publicUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: options.headers ?? {},
    ...(options.body !== undefined && { body: options.body }),
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

/** The envelope of an answer. */
export function envelope(raw: Raw): Answer<unknown> & { readonly data: unknown } {
  expect(raw.headers.get('content-type')).toContain('application/json')
  return JSON.parse(raw.text)
}

/** The Authorization header of a signed-in account. */
export async function bearerOf(world: World, person: Anybody): Promise<string> {
  return `Bearer ${await world.tokenOf(person)}`
}

/** The five digits and the token of the newest mail to an address, once there are this many. */
export async function codeFrom(
  world: World,
  to: string,
  mails = 1,
): Promise<{ digits: string; token: string }> {
  await until(`${mails} mail has come to ${to}`, async () => (await world.mailTo(to)).length >= mails)
  const text = (await world.mailTo(to)).at(-1)?.text ?? ''
  const [, digits = ''] = text.match(/^\s+(\d{5})$/m) ?? []
  const [, token = ''] = text.match(/code=([\w-]{22})/) ?? []
  return { digits, token }
}

type Part = { [key: string]: unknown }

/** The paths of a value that its schema does not list; none if all is well. */
export function strangers(schema: Schema, value: unknown): string[] {
  const { properties, ...rest } = z.toJSONSchema(schema, { io: 'output' })
  return strange({ properties, ...rest }, value, '')
}

function strange(schema: Part, value: unknown, path: string): string[] {
  const { anyOf, oneOf, items, properties } = schema
  const kinds = anyOf ?? oneOf
  if (Array.isArray(kinds)) {
    const all = kinds.map((one) => strange(one, value, path))
    return all.find((found) => found.length === 0) ?? all[0] ?? []
  }
  if (Array.isArray(value))
    return value.flatMap((one, index) => strange(Object(items), one, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  const listed: Part = Object(properties)
  return Object.entries(value).flatMap(([name, part]) =>
    Object.hasOwn(listed, name)
      ? strange(Object(listed[name]), part, `${path}.${name}`)
      : [`${path}.${name}`],
  )
}
