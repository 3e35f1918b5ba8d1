import { ClipboardIcon, PinIcon, PurseIcon, ShieldIcon, UserIcon } from '../ui/icons.tsx'
import type { MenuPlace } from './menu-links.ts'

type OwnPlace = MenuPlace & { readonly Icon: typeof UserIcon }

/** The menu entries that only one type of account has. */
const places: Readonly<Record<string, readonly OwnPlace[]>> = {
  user: [{ to: '/people', words: 'People', Icon: UserIcon }],
  doctor: [
    { to: '/portal/doctor', words: 'My patients', Icon: UserIcon },
    { to: '/wallet', words: 'Wallet', Icon: PurseIcon },
  ],
  lab: [{ to: '/portal/lab', words: 'Worklist', Icon: ClipboardIcon }],
  operator: [
    { to: '/operator/cases', words: 'Cases', Icon: ShieldIcon },
    { to: '/operator/licences', words: 'Licences', Icon: ClipboardIcon },
    { to: '/operator/staff', words: 'Staff', Icon: UserIcon },
    { to: '/operator/visits', words: 'Home visits', Icon: PinIcon },
  ],
  phlebotomist: [{ to: '/portal/phlebotomist', words: 'My round', Icon: PinIcon }],
}

export const ownPlaces = (type = ''): readonly OwnPlace[] => places[type] ?? []
