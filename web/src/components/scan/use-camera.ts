import { type RefObject, useEffect, useRef, useState } from 'react'
import { openReader, type Reader } from './reader.ts'

/** How often a frame of the camera is read, in milliseconds. */
const often = 200

/** How long a code must have been out of view before it counts again, in milliseconds. */
const away = 2_500

/** Why the camera does not scan. */
export type Trouble = 'refused' | 'absent' | 'busy' | 'unread'
export type CameraState = 'opening' | 'open' | Trouble

/**
 * Shows the camera in a video and reports each code once when it comes into view. The camera is switched off when the
 * component unmounts, and while the page is hidden.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (text: string) => void,
): CameraState {
  const tell = useRef(onCode)
  const [state, setState] = useState<CameraState>('opening')
  useEffect(() => {
    tell.current = onCode
  }, [onCode])

  useEffect(() => {
    let close = () => {}
    const follow = () => {
      close()
      setState('opening')
      if (document.hidden || !video.current) return
      close = watch(video.current, setState, (text) => tell.current(text))
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      close()
    }
  }, [video])
  return state
}

/** Opens the camera and scans until it is closed. Returns the function that closes it. */
function watch(
  screen: HTMLVideoElement,
  onState: (state: CameraState) => void,
  onCode: (text: string) => void,
): () => void {
  let stream: MediaStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const isNew = newOnes()

  async function scan(read: Reader): Promise<void> {
    const text = screen.readyState >= 2 ? await read(screen) : null
    if (isOver) return
    if (text !== null && isNew(text)) onCode(text)
    timer = setTimeout(() => void scan(read).catch(fail), often)
  }

  async function open(): Promise<void> {
    const camera = await navigator.mediaDevices.getUserMedia(wanted)
    if (isOver) return stop(camera)
    stream = camera
    screen.srcObject = camera
    await screen.play()
    onState('open')
    const read = await openReader()
    if (!isOver) await scan(read)
  }

  function fail(reason: unknown): void {
    if (isOver) return
    close()
    onState(troubleOf(reason))
  }

  function close(): void {
    isOver = true
    clearTimeout(timer)
    screen.srcObject = null
    if (stream) stop(stream)
  }

  open().catch(fail)
  return close
}

/** The rear camera, sharp enough for a label held in the hand. */
const wanted = {
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
} as const

/** Separates a code that comes into view from one that stays there. */
function newOnes(): (text: string) => boolean {
  const seen = new Map<string, number>()
  return (text) => {
    const before = seen.get(text)
    seen.set(text, performance.now())
    return before === undefined || performance.now() - before > away
  }
}

const troubles: Readonly<Record<string, Trouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  NotSupportedError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** An error that is not the camera's is the reader's, which could not be fetched. */
function troubleOf(reason: unknown): Trouble {
  return (reason instanceof DOMException && troubles[reason.name]) || 'unread'
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
