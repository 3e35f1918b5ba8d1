import { type ReactNode, useRef } from 'react'
import * as copy from '../../copy/components.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { type Trouble, useCamera } from './use-camera.ts'

const troubles: Readonly<Record<Trouble, { title: string; words: string }>> = {
  refused: { title: copy.cameraRefused, words: copy.cameraRefusedWords },
  absent: { title: copy.cameraAbsent, words: copy.cameraAbsentWords },
  busy: { title: copy.cameraBusy, words: copy.cameraBusyWords },
  unread: { title: copy.codesUnread, words: copy.codesUnreadWords },
}

type ScannerProps = {
  title: string
  /** Called with each code that comes into view, until the scanner is closed. */
  onFound: (text: string) => void
  onClose: () => void
  /** The label of the button that closes it. */
  leave?: string
  /** The results of the scanning so far. */
  children?: ReactNode
}

/** The camera, which reads labels and other codes: Code 128 bar codes and QR codes. */
export function Scanner({ title, onFound, onClose, leave = copy.typeInstead, children }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const state = useCamera(video, onFound)
  const trouble = state === 'opening' || state === 'open' ? null : troubles[state]
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button wide onClick={onClose}>
          {leave}
        </Button>
      }
    >
      {trouble ? (
        <Banner tone="warn" title={trouble.title} announce>
          <p>{trouble.words}</p>
        </Banner>
      ) : null}
      <div className={trouble ? 'hidden' : 'space-y-2'}>
        <div className="rounded-button bg-ink relative aspect-4/3 max-h-72 w-full overflow-hidden">
          <video
            ref={video}
            aria-label={copy.cameraLabel}
            playsInline
            muted
            className="size-full object-cover"
          />
          {state === 'opening' ? (
            <p className="text-card absolute inset-0 grid place-items-center">{copy.cameraOpening}</p>
          ) : (
            <span
              aria-hidden="true"
              className="border-marigold rounded-field pointer-events-none absolute inset-x-8 inset-y-6 border-4"
            />
          )}
        </div>
        <p className="text-muted">{copy.cameraHint}</p>
      </div>
      {children}
    </Dialog>
  )
}
