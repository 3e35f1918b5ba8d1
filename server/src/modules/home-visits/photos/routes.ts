import { readVisitPhoto, sendVisitPhoto } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Rewriter } from '../../../infra/file-rewriting/rewriter.ts'
import { type Server, serve } from '../../../infra/http/http.ts'
import { doerOf } from '../sync.ts'
import { keepPhoto, openPhoto } from './photos.ts'

/** Photos of the tubes of home visits. Throws `not_found` for photos that the actor may not see. */
export function photoRoutes(
  server: Server,
  deps: { readonly db: Db; readonly clock: Clock; readonly rewriter: Rewriter },
): void {
  serve(server, sendVisitPhoto, async ({ actor, params, body }) => {
    const { id, round, at, image } = body
    const sent = { id, round, at, visit: params.visit, file: Buffer.from(image, 'base64') }
    await keepPhoto(deps, doerOf(actor), sent)
    return { data: {} }
  })
  serve(server, readVisitPhoto, async ({ actor, params }) => {
    const { image, reference } = await openPhoto(deps, actor, params)
    return { name: `tubes-${reference}.jpg`, file: image }
  })
}
