import { type RefObject, useEffect } from 'react'
import { isTyping } from '../../components/keys.tsx'
import * as copy from '../../copy/specimens.ts'

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-work]')]
}

/** Moves the focus by `steps` rows; to the first row if none has it. */
function step(steps: 1 | -1): void {
  const all = rows()
  const at = all.findIndex((row) => row.matches(':focus'))
  all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + steps))]?.focus()
}

/** The keys of the worklist that are not shown on a button. */
export const listKeys = [
  [['/'], copy.keyFind],
  [['↑', '↓', 'k', 'j'], copy.keyMove],
  [['Enter'], copy.keyOpen],
] as const

/** `/` moves to the field; arrows, j and k move through the rows; Enter opens one, as any link. */
export function useListKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const down = event.key === 'ArrowDown'
      if (event.target === field.current && down && rows().length > 0) {
        event.preventDefault()
        rows()[0]?.focus()
        return
      }
      if (isTyping(event.target)) return
      if (event.key === '/') field.current?.focus()
      else if (down || event.key === 'j') step(1)
      else if (event.key === 'ArrowUp' || event.key === 'k') step(-1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
