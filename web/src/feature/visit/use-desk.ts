import { useEffect, useSyncExternalStore } from 'react'
import { useDelayed, useOnline } from '../../lib/hooks.ts'
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

/** How long a sending may take before it is spoken of, in milliseconds. */
const patience = 2000

/** Whether to say that something waits: at once where no server can be reached, else only once sending takes long. */
export function useSaysUnsent({ waiting, failure }: Desk): boolean {
  const online = useOnline()
  const some = waiting.length > 0
  const isLong = useDelayed(some, patience)
  return some && (!online || failure !== null || isLong)
}
