import { brand } from '@labalaba/contract'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Button, buttonClass } from '../../components/button.tsx'
import { PhoneIcon } from '../../components/first-icons.tsx'
import { AdireBand } from '../../components/mark.tsx'
import { MonitorIcon } from '../../components/monitor-icon.tsx'
import * as copy from '../../copy/site.ts'
import { platforms } from '../../copy/site-download.ts'
import { downloadTitle } from '../../copy/site-titles.ts'
import { fill } from '../../lib/fill.ts'
import { useAlive, useTitle } from '../../lib/hooks.ts'
import { canInstall, install, isInstalled, onInstallOffer } from '../../lib/install.ts'
import download from './art/step-download.svg'

/** How to get the app: first from the browser, then from the stores in which the owner has apps. */
export function DownloadPage() {
  useTitle(downloadTitle)
  return (
    <>
      <AdireBand cloth="lines" />
      <section className="page grid items-center gap-8 pt-6 pb-12 md:pt-12 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <div>
          <h1 className="lg:text-[2.75rem] lg:leading-[3.125rem]">{copy.downloadHero}</h1>
          <p className="text-muted mt-3 max-w-[46ch]">{copy.downloadHelp}</p>
          <Install />
          <Stores />
        </div>
        <Picture />
      </section>
      <Platforms />
    </>
  )
}

/** Shown only in the installed app, so it is not part of the first files of the page. */
const Installed = lazy(async () => ({ default: (await import('../../components/banner.tsx')).Banner }))

/** One tap if the browser offers to install, else instructions; only a short message if it is installed. */
function Install() {
  const offered = useSyncExternalStore(onInstallOffer, canInstall, () => false)
  const installed = useSyncExternalStore(onInstallOffer, isInstalled, () => false)
  if (installed) {
    return (
      <div className="mt-6 min-h-13 max-w-[46ch]">
        <Suspense>
          <Installed tone="ok" title={copy.installedTitle} announce>
            <p>{copy.installed}</p>
          </Installed>
        </Suspense>
      </div>
    )
  }
  return (
    <div className="mt-6 flex min-h-13 flex-wrap items-center gap-3 max-sm:grid">
      {offered ? (
        <Button look="primary" wide onClick={() => void install()}>
          {copy.install}
        </Button>
      ) : (
        <a href="#how" className={buttonClass('primary', true)}>
          {copy.installHow}
        </a>
      )}
    </div>
  )
}

const stores = [
  { href: brand.appStoreLink, words: copy.appForIphone },
  { href: brand.playStoreLink, words: copy.appForAndroid },
  { href: brand.appFileLink, words: copy.appFile },
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

const Code = lazy(async () => ({ default: (await import('../../components/qr-code.tsx')).QrCode }))

/** On a phone a picture; on a wide screen a QR code that opens this site on the phone. */
function Picture() {
  const here = useAlive() ? location.origin : ''
  return (
    <div className="adire-eye rounded-card grid min-h-50 place-items-center p-6 md:min-h-90">
      <img src={download} alt="" width="190" height="190" className="size-40 md:hidden" />
      <div className="rounded-card bg-card shadow-lift hidden w-72 p-6 text-center md:block">
        <div className="mx-auto aspect-square w-full">
          {here ? (
            <Suspense>
              <Code address={here} name={fill(copy.downloadCode, { address: here })} />
            </Suspense>
          ) : (
            <img src={download} alt="" width="240" height="240" className="size-full" />
          )}
        </div>
        <p className="text-input mt-4 font-semibold">{copy.pointCamera}</p>
        <p className="text-muted text-[0.875rem] leading-5 wrap-anywhere">{here}</p>
      </div>
    </div>
  )
}

function Platforms() {
  return (
    <section id="how" className="bg-sand py-12 md:py-16" aria-labelledby="how-title">
      <div className="page">
        <h2 id="how-title">{copy.installTitle}</h2>
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
