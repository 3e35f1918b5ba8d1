import { useEffect, useSyncExternalStore } from 'react'
import { followDesk } from './photo/photo-desk.ts'
import { currentDesk, type Desk, onDeskChange, openDesk, sync, watchOtherTabs } from './round-desk.ts'

/** How often the server is asked while the round is open, in milliseconds. */
const often = 30_000

/** The phlebotomist's desk, kept in step with the server whenever there is a network. */
export function useDesk(): Desk {
  const desk = useSyncExternalStore(onDeskChange, currentDesk, currentDesk)
  useEffect(() => {
    void openDesk()
    const now = () => void sync()
    const seen = () => {
      if (document.visibilityState === 'visible') now()
    }
    const timer = setInterval(now, often)
    const stopWatching = watchOtherTabs()
    const stopPhotos = followDesk()
    globalThis.addEventListener('online', now)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      stopWatching()
      stopPhotos()
      globalThis.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])
  return desk
}
