import { ClipboardIcon, PinIcon, PurseIcon, ShieldIcon, UserIcon } from '../components/icons.tsx'
import * as copy from '../copy/app.ts'
import type { MenuPlace } from './menu-links.ts'

type OwnPlace = MenuPlace & { readonly Icon: typeof UserIcon }

/** The menu entries that only one type of account has. */
const places: Readonly<Record<string, readonly OwnPlace[]>> = {
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

export const ownPlaces = (type = ''): readonly OwnPlace[] => places[type] ?? []
