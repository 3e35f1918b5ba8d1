import { largestPhoto, mostPhotos, type RoundVisit } from '@labalaba/contract'
import { useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Checkbox } from '../../../components/choices.tsx'
import { FieldError } from '../../../components/field.tsx'
import * as copy from '../../../copy/home-visits.ts'
import * as shared from '../../../copy/shared.ts'
import { useAct } from '../../../lib/act.ts'
import { fill, fillNodes } from '../../../lib/fill.ts'
import { clockTime } from '../../../lib/format.ts'
import { type Drawing, jpegWithin } from '../../../lib/jpeg.ts'
import type { TakenPhoto } from '../offline-round.ts'
import { removePhoto, takePhoto } from './photo-desk.ts'
import { usePhotos } from './use-photos.ts'

/** Optional photos of the filled tubes, after the patient has agreed. Nothing waits for them. */
export function PhotoStep({ visit }: { visit: RoundVisit }) {
  const { waiting, isStored } = usePhotos(visit)
  const [agrees, setAgrees] = useState(false)
  const [tried, setTried] = useState(false)
  const [unread, setUnread] = useState(false)
  const camera = useRef<HTMLInputElement>(null)
  const instead = useRef<string | null>(null)
  const act = useAct()
  const mayTake = agrees || waiting.length > 0

  function open(again: string | null): void {
    setTried(true)
    instead.current = again
    if (mayTake) camera.current?.click()
    else document.getElementById('agrees')?.focus()
  }

  const take = (file: Blob) =>
    act.run(async () => {
      const { id, round } = visit
      const at = new Date().toISOString()
      const picture = await shrink(file)
      setUnread(picture === null)
      if (picture === null) return
      await takePhoto({ id: crypto.randomUUID(), visit: id, round, at, picture }, instead.current)
    })

  return (
    <Card as="section" labelledBy="photos">
      <h2 id="photos">
        {copy.photoTitle} <span className="text-muted font-normal">{copy.photoOptional}</span>
      </h2>
      <p className="mt-1">{fillNodes(copy.photoWhat, { only: <b>{copy.photoOnlyTubes}</b> })}</p>
      {waiting.length > 0 ? (
        <ul className="divide-hair mt-2 divide-y">
          {waiting.map((photo, place) => (
            <Thumbnail key={photo.id} photo={photo} place={place + 1} onAgain={() => open(photo.id)} />
          ))}
        </ul>
      ) : (
        <div className="mt-2">
          <Checkbox
            id="agrees"
            checked={agrees}
            onChecked={setAgrees}
            error={tried && !agrees ? copy.photoAskFirst : null}
          >
            {copy.photoAgreed}
          </Checkbox>
        </div>
      )}
      <div aria-live="polite">
        {unread ? <FieldError id="unread">{copy.photoUnread}</FieldError> : null}
        {isStored ? null : <p className="text-warn mt-2 font-semibold">{copy.photoUnsaved}</p>}
      </div>
      {waiting.length < mostPhotos ? (
        <div className="mt-2 grid *:w-full">
          <Button
            look="secondary"
            working={act.working}
            workingText={shared.oneMoment}
            onClick={() => open(null)}
          >
            {waiting.length === 0 ? copy.photoTake : copy.photoTakeAnother}
          </Button>
        </div>
      ) : null}
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={copy.photoTitle}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) take(file)
          target.value = ''
        }}
      />
    </Card>
  )
}

type ThumbnailProps = { photo: TakenPhoto; place: number; onAgain: () => void }

function Thumbnail({ photo, place, onAgain }: ThumbnailProps) {
  const name = fill(copy.photoName, { place, time: clockTime(photo.at) })
  return (
    <li className="flex items-center gap-4 py-3">
      <img
        src={photo.picture}
        alt={fill(copy.photoAlt, { name })}
        className="rounded-field bg-sand size-26 shrink-0 object-cover"
      />
      <div className="grid justify-items-start gap-2">
        <Button look="quiet" onClick={onAgain}>
          {copy.photoAgain}
          <span className="sr-only">, {name}</span>
        </Button>
        <Button look="quiet" onClick={() => void removePhoto(photo.id)}>
          {shared.remove}
          <span className="sr-only">, {name}</span>
        </Button>
      </div>
    </li>
  )
}

const drawings: readonly Drawing[] = [
  ...([[1600, 0.8] as const, [1600, 0.65] as const, [1600, 0.5] as const, [1280, 0.6] as const] as const),
  ...([[1024, 0.6] as const, [800, 0.5] as const] as const),
]

/** Redraws a photo small enough for a slow network; returns null if it is not a picture. */
async function shrink(file: Blob): Promise<string | null> {
  return await jpegWithin(file, largestPhoto, drawings)
}
