import { useEffect, useSyncExternalStore } from 'react'
import { useDelayed, useOnline } from '../../lib/hooks.ts'
import { followDesk } from './photo/photo-desk.ts'
import { currentDesk, type Desk, onDeskChange, openDesk, sync, watchOtherTabs } from './round-desk.ts'

/** How often the round is synced while it is open, in milliseconds. */
const often = 30_000

/** The phlebotomist's desk, synced with the server whenever there is a network. */
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

/** How long sending may take before the user sees a message, in milliseconds. */
const patience = 2000

/** Whether to say that acts are unsent: immediately if the server cannot be reached, else only if sending takes long. */
export function useSaysUnsent({ waiting, failure }: Desk): boolean {
  const online = useOnline()
  const some = waiting.length > 0
  const isLong = useDelayed(some, patience)
  return some && (!online || failure !== null || isLong)
}
