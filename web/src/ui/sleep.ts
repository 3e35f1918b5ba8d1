let open = 0

/**
 * Puts the page behind a dialog to sleep, and the dialogs that were open before it: they cannot be reached or scrolled while
 * it is open. Notices live beside the page and stay awake. Answers how to wake them again.
 */
export function sleepBehind(dialog: Element | null): () => void {
  const page = document.getElementById('root')
  const earlier = [...document.querySelectorAll('[role=dialog]:not([inert])')].filter((one) => one !== dialog)
  for (const one of earlier) one.setAttribute('inert', '')
  open += 1
  page?.setAttribute('inert', '')
  document.documentElement.classList.add('overflow-hidden')
  return () => {
    for (const one of earlier) one.removeAttribute('inert')
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
