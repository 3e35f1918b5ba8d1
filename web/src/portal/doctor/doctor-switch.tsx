import { MenuLink } from '../../ui/link.tsx'

const tab =
  'text-input text-ink flex min-h-12 items-center px-3 font-semibold no-underline hover:bg-sand rounded-t-field aria-[current]:text-indigo aria-[current]:shadow-[inset_0_-3px_0_var(--color-indigo)] sm:px-4'

/** What a doctor works with, side by side. */
export function DoctorSwitch() {
  return (
    <nav aria-label="For doctors" className="border-hair flex flex-wrap border-b">
      <MenuLink to="/portal/doctor" className={tab}>
        Results
      </MenuLink>
      <MenuLink to="/portal/doctor/patients" className={tab}>
        Patients
      </MenuLink>
      <MenuLink to="/portal/doctor/sets" className={tab}>
        Order sets
      </MenuLink>
    </nav>
  )
}
