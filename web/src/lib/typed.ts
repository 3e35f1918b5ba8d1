import { useCallback, useState } from 'react'

/**
 * The text of a field, how it changes, and what the field gets as its `ref`. On a page written ahead people type before
 * the scripts are there, and React leaves that in the field without knowing of it: so the text begins with it. Where they
 * have gone on to another field by then, `onLeft` hears of it. It has to be the same function each time.
 */
export function useTyped(
  onLeft?: (left: true) => void,
): [text: string, setText: (text: string) => void, ref: (field: HTMLInputElement | null) => void] {
  const [text, setText] = useState('')
  const ref = useCallback(
    (field: HTMLInputElement | null) => {
      if (!field?.value) return
      setText(field.value)
      if (document.activeElement !== field) onLeft?.(true)
    },
    [onLeft],
  )
  return [text, setText, ref]
}
