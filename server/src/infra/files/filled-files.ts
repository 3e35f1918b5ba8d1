import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowingStyles } from '../http/headers.ts'

/** The placeholder in built files for the product's own address, which is only known at run time. */
const placeholder = '%PUBLIC_URL%'

type Filled = { plain: Buffer; br: Buffer; gzip: Buffer; tag: string; styles: string[] }
type CachedFile = { writtenAt: number; filled: Promise<Filled> }
type Packing = 'br' | 'gzip' | 'plain'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}

const policyHeader = 'content-security-policy'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export type FilledFiles = {
  /**
   * Sends a file of the folder with the address filled in, compressed as the browser accepts; 304 to a browser that has it.
   */
  send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/**
 * The files of a folder with the product's address filled in. Each is read and compressed at its first request, and again
 * after it was rebuilt.
 */
export function openFilledFiles(folder: string, publicUrl: string): FilledFiles {
  const cache = new Map<string, CachedFile>()
  const address = harmless(publicUrl)

  async function fill(name: string): Promise<Filled> {
    const text = await readFile(join(folder, name), 'utf8')
    const plain = Buffer.from(text.replaceAll(placeholder, () => address))
    const [br, packed] = await Promise.all([toBrotli(plain), toGzip(plain, { level: 9 })])
    const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
    return { plain, br, gzip: packed, tag, styles: stylesIn(plain.toString()) }
  }

  async function current(name: string): Promise<Filled> {
    const { mtimeMs } = await stat(join(folder, name))
    const cached = cache.get(name)
    if (cached?.writtenAt === mtimeMs) return cached.filled
    const filled = fill(name)
    cache.set(name, { writtenAt: mtimeMs, filled })
    filled.catch(() => cache.delete(name))
    return filled
  }

  return {
    async send(name, request, reply) {
      const file = await current(name)
      reply.header('vary', 'accept-encoding').header('etag', file.tag)
      const policy = reply.getHeader(policyHeader)
      if (policy) reply.header(policyHeader, allowingStyles(String(policy), file.styles))
      const etags = request.headers['if-none-match']
      if (reply.statusCode === 200 && etags?.includes(file.tag)) return reply.status(304).send()
      const packing = packingFor(request.headers['accept-encoding'])
      if (packing !== 'plain') reply.header('content-encoding', packing)
      return reply.type(types[name.split('.').at(-1) ?? ''] ?? 'text/plain').send(file[packing])
    },
  }
}

/** The hashes of the inline style sheets of a page. */
function stylesIn(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) =>
    createHash('sha256').update(style).digest('base64'),
  )
}

/** Escapes an address so that it can be used in an attribute, in a script's data and in XML. */
function harmless(address: string): string {
  return address.replace(/["'<>&\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The smallest encoding that the browser accepts. */
function packingFor(accepted: string | string[] | undefined): Packing {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
    .map((offer) => offer.split(';')[0]?.trim())
  if (offers.includes('br')) return 'br'
  return offers.includes('gzip') ? 'gzip' : 'plain'
}
