import { useCallback, useState } from 'react'

/**
 * The text of a field, its setter, and the `ref` of the field. On a prerendered page the user may type before the
 * scripts load. React leaves that text in the field without knowing it, so the state starts with it. If the user has
 * moved to another field by then, `onLeft` is called. It must be the same function on each render.
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
