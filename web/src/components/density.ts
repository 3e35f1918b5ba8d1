import { useEffect } from 'react'

export type Density = 'roomy' | 'compact'

/** Sets how densely this page and its dialogs are laid out while it is mounted. Staff screens are compact. */
export function useDensity(density: Density): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (density === 'compact') dataset.density = density
    return () => {
      delete dataset.density
    }
  }, [density])
}
