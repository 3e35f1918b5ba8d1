import type { VisitPhoto } from '@labalaba/contract'
import { lazy, Suspense, useState } from 'react'
import { clockTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'

const PhotoDialog = lazy(async () => ({ default: (await import('./photo-dialog.tsx')).PhotoDialog }))

/** The photos of the tubes by the phlebotomist, each to be looked at; nothing where there are none. */
export function PhotoLooks({ photos }: { photos: readonly VisitPhoto[] }) {
  const [looking, setLooking] = useState<VisitPhoto | null>(null)
  if (photos.length === 0) return null
  return (
    <>
      <ul className="-ml-3 flex flex-wrap gap-x-2">
        {photos.map((photo) => (
          <li key={photo.id}>
            <Button look="quiet" onClick={() => setLooking(photo)}>
              Photo by the phlebotomist, {clockTime(photo.at)}
            </Button>
          </li>
        ))}
      </ul>
      {looking ? (
        <Suspense>
          <PhotoDialog photo={looking} onClose={() => setLooking(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
