import { useEffect } from 'react'

/** Makes the browser ask for confirmation before a reload or a closed tab while something typed is not saved. */
export function useAskedBeforeLeaving(touched: boolean): void {
  useEffect(() => {
    if (!touched) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [touched])
}
