import type { RoundVisit, VisitPhoto } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import * as copy from '../../../copy/home-visits.ts'
import { plural } from '../../../lib/fill.ts'
import { clockTime } from '../../../lib/format.ts'
import { usePhotos } from './use-photos.ts'

const PhotoDialog = lazy(async () => ({ default: (await import('./photo-dialog.tsx')).PhotoDialog }))

type PhotoButtonsProps = {
  photos: readonly VisitPhoto[]
  /** Who took them, in words for the viewer. */
  whose?: string
  /** In a dense row, with smaller words. */
  small?: boolean
}

/** Buttons to view the photos of the tubes; nothing if there are none. */
export function PhotoButtons({ photos, whose = copy.photoByPhlebotomist, small = false }: PhotoButtonsProps) {
  const [open, setOpen] = useState<VisitPhoto | null>(null)
  if (photos.length === 0) return null
  return (
    <>
      <ul className="-ml-3 flex flex-wrap gap-x-2">
        {photos.map((photo) => (
          <li key={photo.id}>
            <Button look="quiet" onClick={() => setOpen(photo)}>
              <span className={`text-left ${small ? 'text-small' : ''}`}>
                {whose}, {clockTime(photo.at)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {open ? (
        <Suspense>
          <PhotoDialog photo={open} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The state of the photos of a visit whose specimens were taken; nothing if there are none. */
export function PhotosSent({ visit }: { visit: RoundVisit }) {
  const { waiting, isStored } = usePhotos(visit)
  const sent = visit.photos ?? []
  if (waiting.length === 0 && sent.length === 0) return null
  return (
    <section aria-labelledby="photos" className="space-y-2">
      <h2 id="photos" className="heading-small">
        {copy.photosTitle}
      </h2>
      <p aria-live="polite" className="text-muted">
        {waiting.length > 0
          ? plural(isStored ? copy.photosWaiting : copy.photosWaitingUnsaved, waiting.length)
          : plural(copy.photosSent, sent.length)}
      </p>
      <PhotoButtons photos={sent} whose={copy.photoYours} />
    </section>
  )
}
