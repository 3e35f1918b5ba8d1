import type { RoundVisit } from '@labalaba/contract'
import { useSyncExternalStore } from 'react'
import type { TakenPhoto } from '../offline-round.ts'
import { currentPhotos, onPhotosChange } from './photo-desk.ts'

/** The unsent photos of a visit, and whether this device could store them. */
export function usePhotos({ id, round }: Pick<RoundVisit, 'id' | 'round'>): {
  readonly waiting: readonly TakenPhoto[]
  readonly isStored: boolean
} {
  const { waiting, isStored } = useSyncExternalStore(onPhotosChange, currentPhotos, currentPhotos)
  return { waiting: waiting.filter((one) => one.visit === id && one.round === round), isStored }
}
