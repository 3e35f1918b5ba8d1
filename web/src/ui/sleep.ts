let open = 0

/**
 * Puts the page behind a dialog to sleep: it cannot be reached or scrolled while any dialog is open. Notices
 * live beside the page and stay awake. Answers how to wake it again.
 */
export function sleepBehind(): () => void {
  const page = document.getElementById('root')
  open += 1
  page?.setAttribute('inert', '')
  document.documentElement.classList.add('overflow-hidden')
  return () => {
    open -= 1
    if (open > 0) return
    page?.removeAttribute('inert')
    document.documentElement.classList.remove('overflow-hidden')
  }
}

/** Gives the focus back to what had it, unless that is gone. */
export function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus()
}
