import type { RoundVisit } from '@labalaba/contract'
import { counted } from '../../../lib/format.ts'
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
        Photos of the tubes
      </h2>
      <p aria-live="polite" className="text-muted">
        {waiting.length > 0
          ? `${counted(waiting.length, 'photo')} not sent yet. It goes by itself, after your steps${isKept ? '; logging out, or closing this page, throws it away.' : '. Leave this page open until then.'}`
          : `${counted(sent.length, 'photo')} sent, and no longer on this phone.`}
      </p>
      <PhotoLooks photos={sent} whose="Your photo" />
    </section>
  )
}
