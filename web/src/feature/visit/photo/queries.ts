import { readVisitPhoto, type VisitPhoto } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { readFileOf } from '../../../lib/save-file.ts'

/** A photo as an address that holds it whole: pages load pictures from nowhere else. It is asked for once a look. */
export function usePicture({ id: photo, visit }: VisitPhoto) {
  return useQuery({
    queryKey: ['photo', photo],
    queryFn: async () => await addressOf(await readFileOf(readVisitPhoto, { visit, photo })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

async function addressOf(picture: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('a picture could not be read'))
    reader.readAsDataURL(picture)
  })
}
