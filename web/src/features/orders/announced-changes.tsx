import { useEffect, useRef, useState } from 'react'

/**
 * A polite live region that announces changes since the page loaded. If a change removes the focused element, it moves the
 * focus to the page, so that the user does not start again at the top.
 */
export function AnnouncedChanges({ words }: { words: string }) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change
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
