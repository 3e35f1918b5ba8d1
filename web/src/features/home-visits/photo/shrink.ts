import { largestPhoto } from '@labalaba/contract'
import { type Drawing, jpegWithin } from '../../../lib/jpeg.ts'

const drawings: readonly Drawing[] = [
  ...([[1600, 0.8] as const, [1600, 0.65] as const, [1600, 0.5] as const, [1280, 0.6] as const] as const),
  ...([[1024, 0.6] as const, [800, 0.5] as const] as const),
]

/** Redraws a photo small enough for a slow network; returns null if it is not a picture. */
export async function shrink(file: Blob): Promise<string | null> {
  return await jpegWithin(file, largestPhoto, drawings)
}
