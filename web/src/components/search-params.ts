import { useLocation, useNavigate } from 'react-router'

type Params = URLSearchParams | Record<string, string>
type SetParams = (next: Params | ((newest: URLSearchParams) => Params), how?: { replace?: boolean }) => void

/**
 * The query of the address, and a function that changes it. A change that keeps part of the query is passed as a
 * function of the newest one: on a slow phone a second tap comes before the first is rendered. Use this and not the
 * router's own, whose file includes forms and fetchers that we do not use.
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

/** Removes NUL characters, which no user types and which cannot be searched for. */
function read(search: string): URLSearchParams {
  return new URLSearchParams(search.replaceAll('%00', ''))
}
