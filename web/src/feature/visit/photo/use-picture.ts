import { readVisitPhoto, type VisitPhoto } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { readFileOf } from '../../../lib/save-file.ts'

type Asked = { readonly address: string | null; readonly failure: unknown }
const nothing: Asked = { address: null, failure: null }

/**
 * A photo as an address that holds it whole, since pages load pictures from nowhere else. It is asked for once a look, as
 * each is written down, and gone when whoever looked goes on.
 */
export function usePicture({ id: photo, visit }: VisitPhoto): Asked & { readonly again: () => void } {
  const [turn, setTurn] = useState(0)
  const [asked, setAsked] = useState(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew
  useEffect(() => {
    let isLeft = false
    const take = (answer: Asked) => (isLeft ? undefined : setAsked(answer))
    readFileOf(readVisitPhoto, { visit, photo })
      .then(addressOf)
      .then((address) => take({ address, failure: null }))
      .catch((failure: unknown) => take({ address: null, failure }))
    return () => {
      isLeft = true
    }
  }, [photo, visit, turn])
  return {
    ...asked,
    again: () => {
      setAsked(nothing)
      setTurn(turn + 1)
    },
  }
}

async function addressOf(picture: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('a picture could not be read'))
    reader.readAsDataURL(picture)
  })
}
