import { useEffect } from 'react'

/** A reload or a closed tab asks first while something is typed and not saved. */
export function useAskedBeforeLeaving(touched: boolean): void {
  useEffect(() => {
    if (!touched) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [touched])
}
