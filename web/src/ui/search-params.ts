import { useLocation, useNavigate } from 'react-router'

type SetParams = (next: URLSearchParams | Record<string, string>, how?: { replace?: boolean }) => void

/**
 * What stands behind the question mark of the address, and how to change it. Use this and not the router's own,
 * whose file carries forms and fetchers that we do not use.
 */
export function useSearchParams(): [URLSearchParams, SetParams] {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  return [
    new URLSearchParams(search),
    (next, how = {}) => {
      const query = new URLSearchParams(next).toString()
      navigate(query === '' ? pathname : `${pathname}?${query}`, { replace: how.replace ?? false, state })
    },
  ]
}
