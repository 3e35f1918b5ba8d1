import { LinkButton } from '../../../components/button.tsx'
import * as copy from '../../../copy/site.ts'
import download from '../art/step-download.svg'
import { StoreButtons } from './store-buttons.tsx'

/** The app: links to the stores, and the home screen for all other devices. */
export function GetApp() {
  return (
    <section className="page pb-12 md:pb-16" aria-labelledby="get-app">
      <div className="rounded-card bg-sand grid overflow-hidden md:grid-cols-[7fr_5fr]">
        <div className="px-4 py-8 md:px-12 md:py-16">
          <h2 id="get-app">{copy.getApp}</h2>
          <p className="text-muted mt-2 mb-6 max-w-[46ch]">{copy.getAppHelp}</p>
          <StoreButtons />
          <p className="mt-3 -ml-3">
            <LinkButton to="/download" look="quiet">
              {copy.getAppHow}
            </LinkButton>
          </p>
        </div>
        <div aria-hidden="true" className="adire-eye grid min-h-50 place-items-center p-6">
          <img src={download} alt="" width="190" height="190" loading="lazy" className="size-40 md:size-50" />
        </div>
      </div>
    </section>
  )
}
