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

/** Ways to contact us. The values come from the one module that an operator changes. */
function Contact() {
  return (
    <Column title={copy.contact} wide>
      <li>
        <a className={link} href={brand.chatLink} rel="noreferrer">
          <ChatIcon />
          {copy.chatWithUs}
        </a>
      </li>
      <li>
        <a className={link} href={`tel:${brand.supportPhone.replaceAll(' ', '')}`}>
          <CallIcon />
          {brand.supportPhone}
        </a>
      </li>
      <li>
        <a className={link} href={`mailto:${brand.supportEmail}`}>
          <MailIcon />
          {brand.supportEmail}
        </a>
      </li>
      <li className="flex items-start gap-3 py-3">
        <PinIcon className="mt-0.5" />
        {brand.streetAddress}
      </li>
    </Column>
  )
}

/** The footer of every page. */
export function Footer() {
  return (
    <footer className="bg-ink text-input text-paper mt-auto print:hidden">
      <AdireBand cloth="grid" />
      <div className="page grid grid-cols-2 gap-x-4 gap-y-6 py-8 md:grid-cols-[1fr_1fr_1.4fr] md:gap-8 md:py-12 lg:grid-cols-[1.3fr_1fr_1fr_1.5fr]">
        <div className="col-span-2 md:col-span-3 lg:col-span-1">
          <Lockup className="text-paper h-9 w-46" />
          <p className="mt-3 max-w-[30ch]">{copy.nameMeans}</p>
        </div>
        <Column title={copy.company}>
          <li>
            <Link className={link} to={useFaqAddress()}>
              {copy.faq}
            </Link>
          </li>
          <li>
            <Link className={link} to="/track">
              {copy.trackOrder}
            </Link>
          </li>
          <li>
            <Link className={link} to="/verify">
              {copy.checkReport}
            </Link>
          </li>
          <li>
            <Link className={link} to="/privacy-policy">
              {copy.privacyPolicy}
            </Link>
          </li>
          <li>
            <Link className={link} to="/terms-of-use">
              {copy.termsOfUse}
            </Link>
          </li>
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
