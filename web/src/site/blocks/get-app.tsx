import { brand } from '@labalaba/contract'
import download from '../art/spot-download.svg'

const stores = [
  { href: brand.appStoreLink, words: 'App for iPhone' },
  { href: brand.playStoreLink, words: 'App for Android' },
].filter((store) => store.href !== '')

/** The app, without noise: the stores where there are links, and the home screen for everybody. */
export function GetApp() {
  return (
    <section className="page pb-12 md:pb-16" aria-labelledby="get-app">
      <div className="rounded-card bg-sand grid overflow-hidden md:grid-cols-[7fr_5fr]">
        <div className="px-4 py-8 md:px-12 md:py-16">
          <h2 id="get-app">Take {brand.name} with you</h2>
          <p className="text-muted mt-2 max-w-[46ch]">
            Open your browser’s menu and choose “Add to Home screen”. Your orders and payment links are then
            one tap away, and it takes almost no space on your phone.
          </p>
          {stores.length > 0 ? (
            <ul className="mt-4 flex flex-wrap gap-x-6">
              {stores.map((store) => (
                <li key={store.words}>
                  <a
                    className="inline-flex min-h-12 items-center font-semibold"
                    href={store.href}
                    rel="noreferrer"
                  >
                    {store.words}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <div aria-hidden="true" className="adire-eye grid min-h-50 place-items-center p-6">
          <img src={download} alt="" width="190" height="190" loading="lazy" className="size-40 md:size-50" />
        </div>
      </div>
    </section>
  )
}
