import { ClipboardIcon, DropletIcon, MailIcon, PinIcon, ReceiptIcon } from '../components/first-icons.tsx'
import { LockIcon, PurseIcon, SearchIcon, ShieldIcon, UserIcon } from '../components/icons.tsx'
import * as copy from '../copy/app.ts'
import type { MenuPlace } from './menu-links.ts'

type OwnPlace = MenuPlace & { readonly Icon: typeof UserIcon }

/** The menu entries that only one type of account has. */
const placesOfType: Readonly<Record<string, readonly OwnPlace[]>> = {
  user: [{ to: '/people', words: copy.people, Icon: UserIcon }],
  doctor: [
    { to: '/portal/doctor', words: copy.myPatients, Icon: UserIcon },
    { to: '/wallet', words: copy.wallet, Icon: PurseIcon },
  ],
  lab: [{ to: '/portal/lab', words: copy.worklist, Icon: ClipboardIcon }],
  operator: [
    { to: '/operator/cases', words: copy.cases, Icon: ShieldIcon },
    { to: '/operator/licences', words: copy.licences, Icon: ClipboardIcon },
    { to: '/operator/staff', words: copy.staff, Icon: UserIcon },
    { to: '/operator/visits', words: copy.homeVisits, Icon: PinIcon },
  ],
  phlebotomist: [{ to: '/portal/phlebotomist', words: copy.myRound, Icon: PinIcon }],
}

/** The menu entries of a signed-in account of this type. */
export function ownPlaces(type = ''): readonly OwnPlace[] {
  return [
    { to: '/explore/labs', words: copy.findLab, Icon: SearchIcon },
    { to: '/explore/tests', words: copy.findTest, Icon: DropletIcon },
    { to: '/orders', words: copy.orders, Icon: ReceiptIcon },
    ...(placesOfType[type] ?? []),
    { to: '/settings/notices', words: copy.notifications, Icon: MailIcon },
    { to: '/settings/logins', words: copy.logins, Icon: LockIcon },
  ]
}
