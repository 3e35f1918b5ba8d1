import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  replace?: boolean
  /** Passed to the next page with its address; lost when the tab is closed. */
  state?: unknown
}

/** A plain tap, not one that opens a new tab or a download. */
function isPlainTap(event: MouseEvent<HTMLAnchorElement>): boolean {
  const held = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  const elsewhere = event.currentTarget.target !== '' && event.currentTarget.target !== '_self'
  return event.button === 0 && !held && !elsewhere
}

/** A link inside the product. Import this one: the router's own adds kilobytes that we do not use. */
export function Link({ to, replace = false, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainTap(event)) return
        event.preventDefault()
        navigate(to, { replace: replace || href === pathname + search + hash, state })
      }}
    />
  )
}

/** A menu link: it is marked as current on its own page, and on the page `also`. */
export function MenuLink({ also, ...rest }: LinkProps & { also?: string | undefined }) {
  const { pathname } = useLocation()
  const here = pathname === rest.to ? 'page' : pathname === also ? 'true' : undefined
  return <Link aria-current={here} {...rest} />
}
