import { useEffect, useState } from 'react'

type PictureState = { readonly address: string | null; readonly failure: unknown }
const nothing: PictureState = { address: null, failure: null }

/**
 * A picture as a data URL, since pages may load pictures from nowhere else. `read` is called once per viewing, because
 * each viewing is recorded, and again when `about` changes. The picture is dropped when the component unmounts.
 */
export function usePicture(
  about: string,
  read: () => Promise<Blob>,
): PictureState & { readonly again: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [picture, setPicture] = useState(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    let isLeft = false
    const take = (answer: PictureState) => (isLeft ? undefined : setPicture(answer))
    read()
      .then(addressOf)
      .then((address) => take({ address, failure: null }))
      .catch((failure: unknown) => take({ address: null, failure }))
    return () => {
      isLeft = true
    }
  }, [about, attempt])
  return {
    ...picture,
    again: () => {
      setPicture(nothing)
      setAttempt(attempt + 1)
    },
  }
}

/** A file as a data URL: `data:…;base64,…`. */
export async function addressOf(picture: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('a picture could not be read'))
    reader.readAsDataURL(picture)
  })
}
