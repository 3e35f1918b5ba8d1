import { MenuLink } from './link.tsx'

const tab =
  'text-input text-ink flex min-h-12 items-center px-3 font-semibold no-underline hover:bg-sand rounded-t-field aria-[current]:text-indigo aria-[current]:shadow-[inset_0_-3px_0_var(--color-indigo)] sm:px-4'

type TabLinksProps = { name: string; links: readonly { readonly to: string; readonly words: string }[] }

/** Links to sibling pages, the current one underlined. */
export function TabLinks({ name, links }: TabLinksProps) {
  return (
    <nav aria-label={name} className="border-hair flex flex-wrap border-b">
      {links.map(({ to, words }) => (
        <MenuLink key={to} to={to} className={tab}>
          {words}
        </MenuLink>
      ))}
    </nav>
  )
}
