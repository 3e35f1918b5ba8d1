import { brand } from '@labalaba/contract'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'

const path = '/.well-known/security.txt'

/** RFC 9116 recommends less than a year. The file is generated for each request, so it never expires while served. */
const validFor = 364 * 24 * 60 * 60 * 1000

/** Serves the contact for reporting a security problem, as RFC 9116 defines it. */
export function serveSecurityTxt(
  fastify: FastifyInstance,
  { clock, publicUrl }: { readonly clock: Clock; readonly publicUrl: string },
): void {
  fastify.get(path, { config: { rateLimit: false } }, (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityTxt(publicUrl, clock.now())),
  )
}

/** The text of the file, whose `Expires` is 364 days after `now`. */
function securityTxt(publicUrl: string, now: Date): string {
  const lines = [
    `Contact: mailto:${brand.supportEmail}?subject=security`,
    `Expires: ${new Date(now.getTime() + validFor).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${path}`,
    `Policy: ${publicUrl}/privacy-policy`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}
