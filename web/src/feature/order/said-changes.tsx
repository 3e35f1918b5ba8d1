import { useEffect, useRef, useState } from 'react'

/**
 * Reads out, when whoever listens has a moment, what has changed since the page came; nothing as long as nothing has. Where
 * what had the focus went with the change, the page itself has it, so that nobody begins at the top again.
 */
export function SaidChanges({ words }: { words: string }) {
  const [atFirst] = useState(words)
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const keep = () => {
      focused.current = document.activeElement
    }
    keep()
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at after each change
  useEffect(() => {
    const isLost = document.activeElement === document.body && focused.current?.isConnected === false
    if (isLost) document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  }, [words])
  return (
    <p role="status" className="sr-only">
      {words === atFirst ? '' : words}
    </p>
  )
}
