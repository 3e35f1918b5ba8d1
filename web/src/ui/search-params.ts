import { useLocation, useNavigate } from 'react-router'

type Params = URLSearchParams | Record<string, string>
type SetParams = (next: Params | ((newest: URLSearchParams) => Params), how?: { replace?: boolean }) => void

/**
 * What stands behind the question mark of the address, and how to change it. A change that keeps a part of the address is
 * given as a function of the newest one: on a slow phone a second tap comes before the first is drawn. Use this and not
 * the router's own, whose file carries forms and fetchers that we do not use.
 */
export function useSearchParams(): [URLSearchParams, SetParams] {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  return [
    read(search),
    (next, how = {}) => {
      const wanted = typeof next === 'function' ? next(read(window.location.search)) : next
      const query = new URLSearchParams(wanted).toString()
      navigate(query === '' ? pathname : `${pathname}?${query}`, { replace: how.replace ?? false, state })
    },
  ]
}

/** A NUL, which nobody types, is nothing to look for. */
function read(search: string): URLSearchParams {
  return new URLSearchParams(search.replaceAll('%00', ''))
}
