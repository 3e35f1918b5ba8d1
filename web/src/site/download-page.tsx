import { brand } from '@labalaba/contract'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useAlive, useTitle } from '../lib/hooks.ts'
import { canInstall, install, isInstalled, onInstallOffer } from '../lib/install.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { MonitorIcon, PhoneIcon } from '../ui/icons.tsx'
import { AdireBand } from '../ui/mark.tsx'
import download from './art/step-download.svg'
import { platforms } from './copy/download.ts'
import { downloadTitle } from './copy/titles.ts'

/** How to get the app: installed from the browser first, then the stores where the owner has apps in them. */
export function DownloadPage() {
  useTitle(downloadTitle)
  return (
    <>
      <AdireBand cloth="lines" />
      <section className="page grid items-center gap-8 pt-6 pb-12 md:pt-12 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div>
          <h1>Get {brand.name} on your phone</h1>
          <p className="text-muted mt-3 max-w-[46ch]">Put it on your home screen from here.</p>
          <Install />
          <Stores />
        </div>
        <Picture />
      </section>
      <Platforms />
    </>
  )
}

/** One tap where the browser makes an offer, else the way to do it; and no more than a word where it is done. */
function Install() {
  const offered = useSyncExternalStore(onInstallOffer, canInstall, () => false)
  const installed = useSyncExternalStore(onInstallOffer, isInstalled, () => false)
  if (installed) {
    return (
      <div className="mt-6 min-h-13 max-w-[46ch]">
        <Banner tone="ok" title={`${brand.name} is on this device`} announce>
          <p>Open it like your other apps.</p>
        </Banner>
      </div>
    )
  }
  return (
    <div className="mt-6 flex min-h-13 flex-wrap items-center gap-3 max-sm:grid">
      {offered ? (
        <Button look="primary" wide onClick={() => void install()}>
          Install {brand.name}
        </Button>
      ) : (
        <a href="#how" className={buttonClass('primary', true)}>
          See how to install
        </a>
      )}
    </div>
  )
}

const stores = [
  { href: brand.appStoreLink, words: 'App for iPhone' },
  { href: brand.playStoreLink, words: 'App for Android' },
  { href: brand.appFileLink, words: 'Android app as a file' },
].filter((store) => store.href !== '')

function Stores() {
  if (stores.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-3 max-sm:grid">
      {stores.map((store) => (
        <li key={store.words}>
          <a className={buttonClass('secondary', true)} href={store.href} rel="noreferrer">
            <PhoneIcon />
            {store.words}
          </a>
        </li>
      ))}
    </ul>
  )
}

const Code = lazy(async () => ({ default: (await import('../ui/qr-code.tsx')).QrCode }))

/** On a phone a picture; on a wide screen the way from there to the phone. */
function Picture() {
  const here = useAlive() ? location.origin : ''
  return (
    <div className="adire-eye rounded-card grid min-h-50 place-items-center p-6 md:min-h-90">
      <img src={download} alt="" width="190" height="190" className="size-40 md:hidden" />
      <div className="rounded-card bg-card shadow-lift hidden w-72 p-6 text-center md:block">
        <div className="mx-auto aspect-square w-full">
          {here ? (
            <Suspense>
              <Code address={here} name={`A code that leads to ${here}`} />
            </Suspense>
          ) : null}
        </div>
        <p className="text-input mt-4 font-semibold">Point your phone’s camera here</p>
        <p className="text-small text-muted wrap-anywhere">{here}</p>
      </div>
    </div>
  )
}

function Platforms() {
  return (
    <section id="how" className="bg-sand py-12 md:py-16" aria-labelledby="how-title">
      <div className="page">
        <h2 id="how-title">Install it from your browser</h2>
        <ul className="mt-6 grid gap-4 md:mt-8 lg:grid-cols-3">
          {platforms.map((platform) => (
            <li
              key={platform.id}
              id={platform.id}
              className="rounded-card bg-card target:inset-ring-indigo p-5 target:inset-ring-2 md:p-6"
            >
              <h3 className="heading-small flex items-center gap-3">
                <span className="drop bg-indigo-tint text-indigo grid size-12 place-items-center">
                  {platform.id === 'computer' ? <MonitorIcon size={24} /> : <PhoneIcon size={24} />}
                </span>
                {platform.name}
              </h3>
              <ol className="mt-4 grid gap-3">
                {platform.steps.map((step, place) => (
                  <li key={step} className="grid grid-cols-[28px_1fr] gap-2">
                    <span aria-hidden="true" className="text-clay font-head font-bold lining-nums">
                      {place + 1}
                    </span>
                    {step}
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
