import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { rowOf } from '../store.ts'
import { invalid } from '../wire-format.ts'
import type { Dispute } from './repository.ts'

/** How long a signed URL is valid. */
const lifeMs = 15 * 60_000
/** Twice the limit of Paystack's dashboard; the exact limit is not in the sources. */
const largestFile = 10 * 1024 * 1024
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** The content type and first bytes of a file, by its extension. */
const kinds: Readonly<Record<string, { type: string; begins: string }>> = {
  pdf: { type: 'application/pdf', begins: '%PDF-' },
  png: { type: 'image/png', begins: '\u0089PNG' },
  jpg: { type: 'image/jpeg', begins: '\u00ff\u00d8' },
}

/** A signed URL for one file of one dispute, and the name by which Paystack then refers to it. */
export function offerUpload(
  context: Context,
  dispute: Dispute,
  filename: unknown,
  host: string,
): { signedUrl: string; fileName: string } {
  const [, ending = ''] = /^[\w.-]{1,100}\.(pdf|png|jpg)$/.exec(String(filename ?? '')) ?? []
  const kind = kinds[ending]
  if (!kind)
    throw invalid('Invalid upload_filename', 'missing_params', 'Send upload_filename, such as proof.pdf')
  const fileName = Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
  context.store
    .prepare('INSERT INTO dispute_upload (name, dispute_id, type) VALUES (?, ?, ?)')
    .run(fileName, dispute.id, kind.type)
  const expires = String(context.now() + lifeMs)
  const query = new URLSearchParams({
    'Content-Type': kind.type,
    'X-Amz-Expires': expires,
    'X-Amz-Signature': signatureOf(context, fileName, kind.type, expires),
  })
  return { signedUrl: `http://${host}/dispute-uploads/${fileName}?${query}`, fileName }
}

/** Refuses a name under which no file of this dispute was uploaded. */
export function refuseUnlessUploaded(context: Context, { id }: Dispute, name: string): void {
  const sql = 'SELECT name FROM dispute_upload WHERE name = ? AND dispute_id = ? AND file IS NOT NULL'
  // The wording of this refusal is not in the available sources.
  if (!rowOf(context.store, sql, name, id))
    throw invalid('Uploaded file was not found', 'invalid_params', 'Upload the file first')
}

/** The newest file of a dispute, or null. */
export function fileOf(context: Context, { id }: Dispute): { type: string; bytes: Buffer } | null {
  const sql = `SELECT type, file FROM dispute_upload WHERE dispute_id = ? AND file IS NOT NULL
    ORDER BY rowid DESC LIMIT 1`
  const upload = rowOf<{ type: string; file: Uint8Array }>(context.store, sql, id)
  return upload && { type: upload.type, bytes: Buffer.from(upload.file) }
}

/** The file store, which is not part of Paystack's API: it accepts no key, only signed URLs. */
export function uploadRoutes(files: FastifyInstance, context: Context): void {
  files.removeAllContentTypeParsers()
  files.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: largestFile },
    async (_: unknown, body: Buffer) => body,
  )
  files.put<{ Params: { name: string }; Querystring: Record<string, string> }>(
    '/dispute-uploads/:name',
    (request, reply) => {
      const { name } = request.params
      const {
        'Content-Type': type = '',
        'X-Amz-Expires': expires = '',
        'X-Amz-Signature': given = '',
      } = request.query
      const isMeant = isSame(given, signatureOf(context, name, type, expires))
      if (!isMeant || Number(expires) < context.now() || request.headers['content-type'] !== type)
        return reply.code(403).type('application/xml').send('<Error><Code>AccessDenied</Code></Error>')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const kind = Object.values(kinds).find((one) => one.type === type)
      if (!kind || !body.toString('latin1', 0, 8).startsWith(kind.begins))
        return reply.code(400).type('application/xml').send('<Error><Code>InvalidRequest</Code></Error>')
      context.store.prepare('UPDATE dispute_upload SET file = ? WHERE name = ?').run(body, name)
      return reply.code(200).send()
    },
  )
}

function signatureOf({ settings }: Context, name: string, type: string, expires: string): string {
  return createHmac('sha256', settings.secretKey).update(`${name}\n${type}\n${expires}`).digest('hex')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
