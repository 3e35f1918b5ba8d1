import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  replace?: boolean
  /** Handed to the next page with its address, and gone when the tab is. */
  state?: unknown
}

/** A plain tap, and not one that asks for a new tab or a download. */
function isPlainTap(event: MouseEvent<HTMLAnchorElement>): boolean {
  const held = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  const elsewhere = event.currentTarget.target !== '' && event.currentTarget.target !== '_self'
  return event.button === 0 && !held && !elsewhere
}

/** A link inside the product. Import this one: the router's own carries kilobytes that we do not use. */
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

/** A link in a menu: it says when it is the page one is on, or stands for it at the address `also`. */
export function MenuLink({ also, ...rest }: LinkProps & { also?: string | undefined }) {
  const { pathname } = useLocation()
  const here = pathname === rest.to ? 'page' : pathname === also ? 'true' : undefined
  return <Link aria-current={here} {...rest} />
}
