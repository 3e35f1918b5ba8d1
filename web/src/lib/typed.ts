import { useCallback, useState } from 'react'

/**
 * The text of a field, how it changes, and what the field gets as its `ref`. On a page written ahead people type before
 * the scripts are there, and React leaves that in the field without knowing of it: so the text begins with it.
 */
export function useTyped(): [
  text: string,
  setText: (text: string) => void,
  ref: (field: HTMLInputElement | null) => void,
] {
  const [text, setText] = useState('')
  const ref = useCallback((field: HTMLInputElement | null) => {
    if (field?.value) setText(field.value)
  }, [])
  return [text, setText, ref]
}
