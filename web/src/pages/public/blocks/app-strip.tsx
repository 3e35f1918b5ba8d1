import * as copy from '../../../copy/site.ts'
import { StoreButtons } from './store-buttons.tsx'

/** The app, in one line below the first view. */
export function AppStrip() {
  return (
    <section className="bg-sand" aria-labelledby="app-strip">
      <div className="page grid items-center gap-4 py-6 md:py-8 lg:grid-cols-[1fr_auto] lg:gap-8">
        <div>
          <h2 id="app-strip">{copy.appStrip}</h2>
          <p className="text-muted mt-1">{copy.appStripHelp}</p>
        </div>
        <StoreButtons />
      </div>
    </section>
  )
}
