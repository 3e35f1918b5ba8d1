import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function with a stable identity that runs the latest `act`, so a component that receives it need not render again. */
export function useEventCallback<Given extends unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
