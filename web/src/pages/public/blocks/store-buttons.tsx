import { brand } from '@labalaba/contract'
import { buttonClass } from '../../../components/button.tsx'
import { PhoneIcon } from '../../../components/first-icons.tsx'
import { Link } from '../../../components/link.tsx'
import * as copy from '../../../copy/site.ts'

const stores = [
  { store: brand.appStoreLink, here: '/download#iphone', words: copy.appForIphone },
  { store: brand.playStoreLink, here: '/download#android', words: copy.appForAndroid },
] as const

/** Links to the two app stores; if the owner has no app in one, to the page that explains how to get the app without it. */
export function StoreLinks({ className, drawn = false }: { className: string; drawn?: boolean }) {
  const sign = drawn ? <PhoneIcon /> : null
  return stores.map(({ store, here, words }) => (
    <li key={words}>
      {store ? (
        <a className={className} href={store} rel="noreferrer">
          {sign}
          {words}
        </a>
      ) : (
        <Link className={className} to={here}>
          {sign}
          {words}
        </Link>
      )}
    </li>
  ))
}

/** The same links as two buttons. */
export function StoreButtons() {
  return (
    <ul className="flex flex-wrap gap-3 max-sm:grid">
      <StoreLinks className={buttonClass('secondary', true)} drawn />
    </ul>
  )
}
