import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for as long as the component stands, doing what the latest one does: what it is given to need not be drawn anew. */
export function useSteady<Given extends unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
