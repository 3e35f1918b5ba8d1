import { MenuLink } from '../../ui/link.tsx'

const tab =
  'text-input text-ink flex min-h-12 items-center px-4 font-semibold no-underline hover:bg-sand rounded-t-field aria-[current]:text-indigo aria-[current]:shadow-[inset_0_-3px_0_var(--color-indigo)]'

/** The two ways to look: for a lab first, or for a test first. */
export function ExploreSwitch() {
  return (
    <nav aria-label="Explore" className="border-hair flex flex-wrap border-b">
      <MenuLink to="/explore/labs" className={tab}>
        Laboratories
      </MenuLink>
      <MenuLink to="/explore/tests" className={tab}>
        Tests
      </MenuLink>
    </nav>
  )
}
