import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { openReader } from './scanning.ts'

/** How often a picture of the camera is looked at, in milliseconds. */
const often = 200

/** The camera, until it has read a label. */
export function Scanner({ onFound, onClose }: { onFound: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(onFound)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    found.current = onFound
  }, [onFound])

  useEffect(() => {
    const reader = openReader()
    const screen = video.current
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    async function look(): Promise<void> {
      if (isOver || !reader || !screen) return
      const [first] = await reader.detect(screen).catch(() => [])
      if (isOver) return
      if (first) found.current(first.rawValue)
      else timer = setTimeout(() => void look(), often)
    }

    async function open(): Promise<void> {
      const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver || !screen) return stop(camera)
      stream = camera
      screen.srcObject = camera
      await screen.play()
      await look()
    }

    open().catch(() => setFailed(true))
    return () => {
      isOver = true
      clearTimeout(timer)
      if (stream) stop(stream)
    }
  }, [])

  return (
    <Dialog title="Scan the label" onClose={onClose}>
      {failed ? (
        <Banner tone="warn" title="The camera does not open">
          <p>Allow this page to use it, or type the label.</p>
        </Banner>
      ) : (
        <video
          ref={video}
          playsInline
          muted
          className="rounded-button bg-ink aspect-square w-full object-cover"
        />
      )}
      <Button wide onClick={onClose}>
        Type it instead
      </Button>
    </Dialog>
  )
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
