import { type Duty, readMembership, type StaffType } from '@labalaba/contract'
import { useEffect, useState } from 'react'
import { Breakable } from '../components/breakable.tsx'
import { IconButton } from '../components/button.tsx'
import { DemoRibbon } from '../components/demo-ribbon.tsx'
import { Drawer } from '../components/drawer.tsx'
import { MenuIcon } from '../components/first-icons.tsx'
import { Link, MenuLink } from '../components/link.tsx'
import { Lockup } from '../components/mark.tsx'
import * as copy from '../copy/app.ts'
import { call } from '../lib/api.ts'
import { fill, fillNodes } from '../lib/fill.ts'
import { useProfile } from '../lib/hooks.ts'
import { onSessionChange } from '../lib/session.ts'
import type { MenuPlace } from './menu-links.ts'
import { Main, Shell, SkipLink } from './shell.tsx'
import { SignOutButton } from './sign-out-button.tsx'

type Places = {
  /** Pages for every day, the start page first: in the bar on wide screens, and in the menu. */
  readonly daily: readonly [MenuPlace, ...MenuPlace[]]
  /** Pages for occasional use: in the menu only. */
  readonly seldom: readonly MenuPlace[]
}

/** The logins of the account; all staff have this page. */
const logins: MenuPlace = { to: '/settings/logins', words: copy.logins }

const operators: Places = {
  daily: [
    { to: '/operator/cases', words: copy.cases },
    { to: '/operator/visits', words: copy.homeVisits },
    { to: '/operator/licences', words: copy.licences },
    { to: '/operator/staff', words: copy.staff },
  ],
  seldom: [logins],
}

const phlebotomists: Places = {
  daily: [{ to: '/portal/phlebotomist', words: copy.myRound }],
  seldom: [logins],
}

const worklist: MenuPlace = { to: '/portal/lab', words: copy.worklist }
const receiving: MenuPlace = { to: '/portal/lab/receive', words: copy.receiveSamples }
const handovers: MenuPlace = { to: '/portal/lab/handovers', words: copy.handovers }
const unplaced: MenuPlace = { to: '/portal/lab/unplaced', words: copy.unmatchedResults }
const intervals: MenuPlace = { to: '/portal/lab/intervals', words: copy.referenceIntervals }

/** The additional pages of those who manage a lab. */
const managed: readonly MenuPlace[] = [
  { to: '/portal/lab/hours', words: copy.openingHours },
  { to: '/portal/lab/visits', words: copy.homeVisits },
  { to: '/portal/lab/pause', words: copy.pause },
  { to: '/portal/lab/prices', words: copy.prices },
  { to: '/portal/lab/statements', words: copy.statements },
  { to: '/portal/lab/figures', words: copy.statistics },
  { to: '/portal/lab/systems', words: copy.connectedSystems },
]

/** The pages of a staff member. */
function placesOf(type: StaffType, duties: readonly Duty[]): Places {
  if (type === 'operator') return operators
  if (type === 'phlebotomist') return phlebotomists
  const receives = duties.includes('desk') || duties.includes('scientist')
  const manages = duties.includes('manager')
  return {
    daily: [worklist, ...(receives ? [receiving] : []), handovers, unplaced],
    seldom: [
      ...(manages ? managed : []),
      ...(manages || duties.includes('verifier') ? [intervals] : []),
      logins,
    ],
  }
}

let lastDuties: readonly Duty[] = []
onSessionChange(() => {
  lastDuties = []
})

/** The duties of a staff member at their lab; empty until they are loaded, and for staff without a lab. */
function useDuties(type: StaffType): readonly Duty[] {
  const [duties, setDuties] = useState(lastDuties)
  useEffect(() => {
    if (type !== 'lab' || lastDuties.length > 0) return
    call(readMembership).then(
      ({ data }) => {
        lastDuties = data.duties
        setDuties(data.duties)
      },
      // The page itself shows the failure; the worklist is in the menu in any case.
      () => undefined,
    )
  }, [type])
  return duties
}

const place =
  'rounded-button text-ink hover:bg-sand aria-[current]:text-indigo flex min-h-12 items-center px-3 text-[0.9375rem] leading-5 font-medium whitespace-nowrap no-underline aria-[current]:rounded-none aria-[current]:font-bold aria-[current]:shadow-[inset_0_-3px_0_var(--color-indigo)]'
const inDrawer =
  'border-hair text-input text-ink aria-[current]:text-indigo flex min-h-12 items-center border-b px-3 font-medium no-underline aria-[current]:font-bold aria-[current]:shadow-[inset_3px_0_0_var(--color-indigo)]'

/** The header for staff: their own pages, and nothing to buy. */
function StaffHeader({ type }: { type: StaffType }) {
  const [isOpen, setOpen] = useState(false)
  const { daily, seldom } = placesOf(type, useDuties(type))
  const [home] = daily
  return (
    <header className="border-hair bg-paper fixed inset-x-0 top-0 z-30 border-b print:hidden">
      <div className="page flex h-[64px] items-center gap-2">
        <Link
          to={home.to}
          aria-label={fill(copy.staffHome, { page: home.words })}
          className="text-indigo flex min-h-12 items-center"
        >
          <Lockup className="h-[28px] w-[144px] max-[22rem]:w-[116px]" />
        </Link>
        <DemoRibbon />
        <nav aria-label={copy.mainMenu} className="ml-auto hidden lg:flex">
          {daily.map(({ to, words }) => (
            <MenuLink key={to} to={to} className={place}>
              {words}
            </MenuLink>
          ))}
        </nav>
        <div className="ml-auto lg:ml-2">
          <IconButton name={copy.openMenu} aria-expanded={isOpen} onClick={() => setOpen(true)}>
            <MenuIcon size={24} />
          </IconButton>
        </div>
      </div>
      {isOpen ? <StaffMenu places={[...daily, ...seldom]} onClose={() => setOpen(false)} /> : null}
    </header>
  )
}

type StaffMenuProps = { places: readonly MenuPlace[]; onClose: () => void }

/** The signed-in account, all its pages, and the sign-out button. */
function StaffMenu({ places, onClose }: StaffMenuProps) {
  const profile = useProfile()
  return (
    <Drawer name={copy.menu} onClose={onClose}>
      {profile ? (
        <p className="text-muted mb-3 px-3 text-[0.875rem] leading-5">
          {fillNodes(copy.signedInAs, { email: <Breakable text={profile.email} /> })}
        </p>
      ) : null}
      <nav aria-label={copy.menu} className="grid">
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
 * The frame of the pages for staff: their own header and a one-line footer. Other visitors of such an address get the
 * frame of every page, with the not-found page in it.
 */
export function StaffFrame() {
  const profileType = useProfile()?.type
  const now = staffTypes.find((one) => one === profileType)
  // A round continues after its session has ended: its page must not be unmounted for another frame.
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
        <p className="page py-4 text-[0.875rem] leading-5">{copy.owner}</p>
      </footer>
    </>
  )
}
