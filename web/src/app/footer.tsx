import { brand } from '@labalaba/contract'
import type { ReactNode } from 'react'
import { CallIcon, ChatIcon, MailIcon, PinIcon } from '../components/first-icons.tsx'
import { Link } from '../components/link.tsx'
import { AdireBand, Lockup } from '../components/mark.tsx'
import * as copy from '../copy/app.ts'
import { StoreLinks } from '../pages/public/blocks/store-buttons.tsx'
import { useFaqAddress } from './menu-links.ts'

const link = 'inline-flex min-h-12 min-w-12 items-center gap-3 text-paper wrap-anywhere'

function Column({ title, children, wide = false }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <section className={wide ? 'col-span-2 md:col-span-1' : ''}>
      <h2 className="heading-small mb-1">{title}</h2>
      <ul className={wide ? 'flex flex-wrap gap-x-6 md:block' : ''}>{children}</ul>
    </section>
  )
}

const contacts = [
  { href: brand.chatLink, Icon: ChatIcon, words: copy.chatWithUs },
  { href: `tel:${brand.supportPhone.replaceAll(' ', '')}`, Icon: CallIcon, words: brand.supportPhone },
  { href: `mailto:${brand.supportEmail}`, Icon: MailIcon, words: brand.supportEmail },
]

/** Ways to contact us. The values come from the one module that an operator changes. */
function Contact() {
  return (
    <Column title={copy.contact} wide>
      {contacts.map(({ href, Icon, words }) => (
        <li key={href}>
          <a className={link} href={href} rel="noreferrer">
            <Icon />
            {words}
          </a>
        </li>
      ))}
      <li className="flex items-start gap-3 py-3">
        <PinIcon className="mt-0.5" />
        {brand.streetAddress}
      </li>
    </Column>
  )
}

const companyPages = [
  ['/track', copy.trackOrder],
  ['/verify', copy.checkReport],
  ['/privacy-policy', copy.privacyPolicy],
  ['/terms-of-use', copy.termsOfUse],
] as const

/** The footer of every page. */
export function Footer() {
  const pages = [[useFaqAddress(), copy.faq], ...companyPages] as const
  return (
    <footer className="bg-ink text-input text-paper mt-auto print:hidden">
      <AdireBand cloth="grid" />
      <div className="page grid grid-cols-2 gap-x-4 gap-y-6 py-8 md:grid-cols-[1fr_1fr_1.4fr] md:gap-8 md:py-12 lg:grid-cols-[1.3fr_1fr_1fr_1.5fr]">
        <div className="col-span-2 md:col-span-3 lg:col-span-1">
          <Lockup className="text-paper h-9 w-46" />
          <p className="mt-3 max-w-[30ch]">{copy.nameMeans}</p>
        </div>
        <Column title={copy.company}>
          {pages.map(([to, words]) => (
            <li key={words}>
              <Link className={link} to={to}>
                {words}
              </Link>
            </li>
          ))}
        </Column>
        <Column title={copy.followUs}>
          <li>
            <a className={link} href={brand.instagram} rel="noreferrer">
              {copy.instagram}
            </a>
          </li>
          <li>
            <a className={link} href={brand.linkedIn} rel="noreferrer">
              {copy.linkedIn}
            </a>
          </li>
          <StoreLinks className={link} />
        </Column>
        <Contact />
      </div>
      <PlainFooter />
    </footer>
  )
}

/** One line with the name of the site's owner. `narrow` if the page above it is a column. */
export function PlainFooter({ narrow = false }: { narrow?: boolean }) {
  return (
    <div className="bg-ink text-paper mt-auto">
      <div className={narrow ? 'column' : 'page'}>
        <p className={`py-4 text-[0.875rem] leading-5 ${narrow ? '' : 'border-muted border-t'}`}>
          {copy.owner}
        </p>
      </div>
    </div>
  )
}
