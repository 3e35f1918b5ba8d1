import { brand, type Duty, readMembership, type StaffType } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { call } from '../lib/api.ts'
import { useProfile } from '../lib/hooks.ts'
import { onSessionChange } from '../lib/session.ts'
import { Breakable } from '../ui/breakable.tsx'
import { IconButton } from '../ui/button.tsx'
import { DemoRibbon } from '../ui/demo-ribbon.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { MenuIcon } from '../ui/first-icons.tsx'
import { Link, MenuLink } from '../ui/link.tsx'
import { Lockup } from '../ui/mark.tsx'
import { Main, Shell, SkipLink } from './shell.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { placesOf, type StaffPlace } from './staff-places.ts'

let knownDuties: readonly Duty[] = []
onSessionChange(() => {
  knownDuties = []
})

/** What somebody does at their lab; nothing until it is known, and for who works at none. */
function useDuties(type: StaffType): readonly Duty[] {
  const [duties, setDuties] = useState(knownDuties)
  useEffect(() => {
    if (type !== 'lab' || knownDuties.length > 0) return
    call(readMembership).then(
      ({ data }) => {
        knownDuties = data.duties
        setDuties(data.duties)
      },
      // The page itself says that nothing comes; the worklist stands in the menu in any case.
      () => undefined,
    )
  }, [type])
  return duties
}

const place =
  'rounded-button text-ink hover:bg-sand aria-[current]:text-indigo flex min-h-12 items-center px-3 text-[0.9375rem] leading-5 font-medium whitespace-nowrap no-underline aria-[current]:rounded-none aria-[current]:font-bold aria-[current]:shadow-[inset_0_-3px_0_var(--color-indigo)]'
const inDrawer =
  'border-hair text-input text-ink aria-[current]:text-indigo flex min-h-12 items-center border-b px-3 font-medium no-underline aria-[current]:font-bold aria-[current]:shadow-[inset_3px_0_0_var(--color-indigo)]'

/** The bar of those who work here: their own places, and nothing to buy. */
function StaffHeader({ type }: { type: StaffType }) {
  const [isOpen, setOpen] = useState(false)
  const { daily, seldom } = placesOf(type, useDuties(type))
  const [home] = daily
  return (
    <header className="border-hair bg-paper fixed inset-x-0 top-0 z-30 border-b print:hidden">
      <div className="page flex h-[64px] items-center gap-2">
        <Link
          to={home.to}
          aria-label={`${brand.name}, ${home.words}`}
          className="text-indigo flex min-h-12 items-center"
        >
          <Lockup className="h-[28px] w-[144px] max-[22rem]:w-[116px]" />
        </Link>
        <DemoRibbon />
        <nav aria-label="Main" className="ml-auto hidden lg:flex">
          {daily.map(({ to, words }) => (
            <MenuLink key={to} to={to} className={place}>
              {words}
            </MenuLink>
          ))}
        </nav>
        <div className="ml-auto lg:ml-2">
          <IconButton name="Open menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
            <MenuIcon size={24} />
          </IconButton>
        </div>
      </div>
      {isOpen ? <StaffMenu places={[...daily, ...seldom]} onClose={() => setOpen(false)} /> : null}
    </header>
  )
}

type StaffMenuProps = { places: readonly StaffPlace[]; onClose: () => void }

/** Who is signed in, all their places, and the way out. */
function StaffMenu({ places, onClose }: StaffMenuProps) {
  const profile = useProfile()
  return (
    <Drawer name="Menu" onClose={onClose}>
      {profile ? (
        <p className="text-muted mb-3 px-3 text-[0.875rem] leading-5">
          Signed in as <Breakable text={profile.email} />
        </p>
      ) : null}
      <nav aria-label="Menu" className="grid">
        {places.map(({ to, words }) => (
          <MenuLink key={to} to={to} onClick={onClose} className={inDrawer}>
            {words}
          </MenuLink>
        ))}
      </nav>
      <div className="mt-6 grid pb-6">
        <SignOutButton onDone={onClose} />
      </div>
    </Drawer>
  )
}

const staffTypes = ['lab', 'phlebotomist', 'operator'] as const satisfies readonly StaffType[]

/**
 * The frame of the pages for people who work here: their own header and a foot of one line. Anybody else who comes to such
 * an address has the frame of every page, and reads in it that there is nothing for them.
 */
export function StaffFrame() {
  const profileType = useProfile()?.type
  const now = staffTypes.find((one) => one === profileType)
  // A round goes on when its session has ended: its page must not be taken down for another frame.
  const [first] = useState(now)
  const type = profileType === undefined ? first : now
  if (!type) return <Shell />
  return (
    <>
      <SkipLink />
      <StaffHeader type={type} />
      <div className="h-[64px]" />
      <Main />
      <footer className="bg-ink text-paper mt-auto print:hidden">
        <p className="page py-4 text-[0.875rem] leading-5">© 2026 {brand.name}</p>
      </footer>
    </>
  )
}
