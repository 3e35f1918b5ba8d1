import { useEffect } from 'react'

export type Density = 'roomy' | 'compact'

/** Sets how close things stand on this page, its dialogs too, as long as it is there. Staff screens are compact. */
export function useDensity(density: Density): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    if (density === 'compact') dataset.density = density
    return () => {
      delete dataset.density
    }
  }, [density])
}
