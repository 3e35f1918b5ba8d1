import type { BodySent, Endpoint, ParamsOf, QuerySent } from '@labalaba/contract'
import * as shared from '../copy/shared.ts'
import { ApiFailure, address, requestFor } from './api.ts'
import { currentToken } from './session.ts'
import { readEnvelope, refused, send } from './transport.ts'

/** How long the browser may take to fetch a file from this page, in milliseconds. */
const handOver = 60_000

/**
 * Requests a file and lets the browser save it under the name that the server gives. Throws ApiFailure as `call` does.
 * The request carries the session's token, so the address alone opens nothing.
 */
export async function saveFile<E extends Endpoint>(
  endpoint: E,
  params: [ParamsOf<E>] extends [never] ? null : ParamsOf<E>,
  query?: QuerySent<E>,
  body?: BodySent<E>,
): Promise<void> {
  const answer = await fetchFile(endpoint, params, query, body)
  save(await readFile(answer), nameOf(answer))
}

/** Requests a file to show it instead of saving it. Throws ApiFailure as `call` does. */
export async function readFileOf<E extends Endpoint>(endpoint: E, params: ParamsOf<E>): Promise<Blob> {
  return await readFile(await fetchFile(endpoint, params))
}

async function fetchFile(
  endpoint: Endpoint,
  params: unknown,
  query?: unknown,
  body?: unknown,
): Promise<Response> {
  const token = endpoint.access === 'public' ? null : currentToken()
  const url = address(endpoint.path, { params: Object(params), query: Object(query) })
  const answer = await send(url, requestFor(endpoint, { body }, token, endpoint.file ?? '*/*'), undefined)
  if (!answer.ok) throw refused(answer.status, await readEnvelope(answer), token)
  return answer
}

/** The network may fail while the file downloads. */
async function readFile(answer: Response): Promise<Blob> {
  try {
    return await answer.blob()
  } catch {
    throw new ApiFailure(0, 'offline', shared.unexpected)
  }
}

function nameOf(answer: Response): string {
  const [, name = 'labalaba'] =
    /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return name
}

/** Lets the browser save a text that is on the page already. */
export function saveText(text: string, name: string): void {
  save(new Blob([text], { type: 'text/plain' }), name)
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), handOver)
}
