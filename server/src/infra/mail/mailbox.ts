import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db.ts'

/** Serves a demonstration's mailbox: /dev/mailbox for people, /dev/mailbox.json for programs. */
export function serveMailbox(fastify: FastifyInstance, db: Db): void {
  const open = { config: { rateLimit: false as const } }
  fastify.get<{ Querystring: { to?: unknown } }>('/dev/mailbox.json', open, async (request) => {
    return await read(db, lastOf(request.query.to))
  })
  fastify.get<{ Querystring: { to?: unknown } }>('/dev/mailbox', open, async (request, reply) => {
    const mails = await read(db, lastOf(request.query.to) || undefined)
    return reply.type('text/html; charset=utf-8').send(page(mails))
  })
  fastify.get('/dev/mailbox.css', open, async (_, reply) => reply.type('text/css; charset=utf-8').send(style))
}

/** The value of a query parameter; the last one if it is repeated. */
function lastOf(value: unknown): string | undefined {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'string' ? last : undefined
}

type MailboxRow = { to: string; subject: string; text: string; html: string; at: Date }

async function read(db: Db, to: string | undefined): Promise<MailboxRow[]> {
  let query = db
    .selectFrom('mailbox')
    .select(['recipient as to', 'subject', 'text', 'html', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
  if (to !== undefined) query = query.where('recipient', '=', to)
  return await query.execute()
}

function page(mails: readonly MailboxRow[]): string {
  const items = mails.map(
    ({ to, subject, text, at }) => `<article>
<h2>${escaped(subject)}</h2>
<p class="meta">To ${escaped(to)} · ${at.toISOString()}</p>
<pre>${linked(escaped(text))}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="en-NG">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Dev mailbox</title><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><main><h1>Dev mailbox</h1>
<p>Mail and messages of this demonstration stay here. Nothing is sent. Newest first.</p>
<form><label for="to">Only to</label> <input id="to" name="to"> <button>Show</button></form>
${items.join('\n') || '<p>No mail yet.</p>'}
</main></body></html>`
}

function linked(text: string): string {
  return text.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

const style = `body{margin:0;background:#FBF8F3;color:#1C1D2E;font:16px/24px system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px}
h1{font-size:30px;line-height:36px}h2{font-size:20px;line-height:28px;margin:0}
article{background:#fff;border:1px solid #E2DBCF;border-radius:14px;padding:16px;margin:16px 0}
.meta{color:#5A5C70;margin:4px 0}pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;margin:12px 0 0}
a{color:#2E3192}input,button{font:inherit;min-height:48px;border-radius:8px;border:2px solid #767A8C;padding:0 12px}
button{background:#2E3192;border-color:#2E3192;color:#fff}`
