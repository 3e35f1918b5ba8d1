import type { RoundVisit } from '@labalaba/contract'
import * as copy from '../../../copy/home-visits.ts'
import { plural } from '../../../lib/fill.ts'
import { PhotoLooks } from './photo-look.tsx'
import { usePhotos } from './use-photos.ts'

/** The state of the photos of a visit whose specimens were taken; nothing if there are none. */
export function PhotosSent({ visit }: { visit: RoundVisit }) {
  const { waiting, isKept } = usePhotos(visit)
  const sent = visit.photos ?? []
  if (waiting.length === 0 && sent.length === 0) return null
  return (
    <section aria-labelledby="photos" className="space-y-2">
      <h2 id="photos" className="heading-small">
        {copy.photosTitle}
      </h2>
      <p aria-live="polite" className="text-muted">
        {waiting.length > 0
          ? plural(isKept ? copy.photosWaiting : copy.photosWaitingUnsaved, waiting.length)
          : plural(copy.photosSent, sent.length)}
      </p>
      <PhotoLooks photos={sent} whose={copy.photoYours} />
    </section>
  )
}
