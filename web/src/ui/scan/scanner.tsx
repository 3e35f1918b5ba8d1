import { type ReactNode, useRef } from 'react'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { type Trouble, useCamera } from './use-camera.ts'

const troubles: Readonly<Record<Trouble, { title: string; words: string }>> = {
  refused: {
    title: 'The camera is not allowed here',
    words: 'Allow this site to use it in the settings of your browser, or type what stands under the code.',
  },
  absent: {
    title: 'We found no camera',
    words: 'Type what stands under the code instead.',
  },
  busy: {
    title: 'The camera is in use',
    words: 'Close the other app that uses it and try again, or type what stands under the code.',
  },
  unread: {
    title: 'Codes cannot be read just now',
    words: 'Your network may have dropped. Type what stands under the code instead.',
  },
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
export function Scanner({ title, onFound, onClose, leave = 'Type it instead', children }: ScannerProps) {
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
            aria-label="What the camera sees"
            playsInline
            muted
            className="size-full object-cover"
          />
          {state === 'opening' ? (
            <p className="text-card absolute inset-0 grid place-items-center">Opening the camera</p>
          ) : (
            <span
              aria-hidden="true"
              className="border-marigold rounded-field pointer-events-none absolute inset-x-8 inset-y-6 border-4"
            />
          )}
        </div>
        <p className="text-muted">Hold the square or the bars inside the frame.</p>
      </div>
      {children}
    </Dialog>
  )
}
