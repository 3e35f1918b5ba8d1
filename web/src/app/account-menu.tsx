import { useEffect, useRef, useState } from 'react'
import { Breakable } from '../components/breakable.tsx'
import { ChevronDownIcon } from '../components/first-icons.tsx'
import { Link } from '../components/link.tsx'
import * as copy from '../copy/app.ts'
import { fillNodes } from '../lib/fill.ts'
import { calledName } from '../lib/format.ts'
import { useProfile } from '../lib/hooks.ts'
import { ownPlaces } from './own-places.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** The name of the signed-in account, with a menu of its pages. */
export function AccountMenu() {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const profile = useProfile()
  const { short, initial } = calledName(profile?.name ?? copy.namelessAccount)
  const close = () => setOpen(false)

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu from anywhere inside it
    <div
      ref={box}
      className="text-input relative"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="rounded-button hover:bg-sand flex min-h-12 items-center gap-2 px-2 font-semibold"
      >
        <span
          aria-hidden="true"
          className="drop bg-marigold font-head grid size-9 place-items-center font-semibold"
        >
          {initial}
        </span>
        <span className="max-w-[16ch] truncate">{short}</span>
        <ChevronDownIcon className={open ? 'rotate-180' : ''} />
      </button>
      {open ? (
        <div className="motion-appear rounded-card border-hair bg-card shadow-lift absolute right-0 mt-2 w-72 border p-3">
          <p className="text-muted px-3 pb-2 text-[0.875rem] leading-5">
            {fillNodes(copy.signedInAs, { email: <Breakable text={profile?.email ?? ''} /> })}
          </p>
          {ownPlaces(profile?.type).map(({ to, words, Icon }) => (
            <Link
              key={to}
              to={to}
              onClick={close}
              className="rounded-field text-ink hover:bg-sand flex min-h-12 items-center gap-3 px-3 no-underline"
            >
              <Icon />
              {words}
            </Link>
          ))}
          <div className="border-hair mt-2 grid border-t pt-3 *:w-full">
            <SignOutButton onDone={close} />
          </div>
          <Link
            to="/delete-account"
            onClick={close}
            className="text-muted mt-1 flex min-h-12 items-center justify-center text-[0.875rem] leading-5"
          >
            {copy.deleteAccount}
          </Link>
        </div>
      ) : null}
    </div>
  )
}
