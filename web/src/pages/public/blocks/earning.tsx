import { HeartIcon, PercentIcon, PurseIcon } from '../../../components/icons.tsx'
import { ClothButterfly } from '../../../components/mark.tsx'
import * as copy from '../../../copy/site.ts'
import { earning } from '../../../copy/site-doctors.ts'

const icons = [PercentIcon, PurseIcon, HeartIcon]

/** How a doctor earns, openly. Names no rate: operators set it, and it is shown behind the sign-in. */
export function Earning() {
  return (
    <section className="bg-indigo-tint py-12 md:py-16" aria-labelledby="earning">
      <div className="page grid items-center gap-8 lg:grid-cols-[7fr_4fr] lg:gap-16">
        <div>
          <h2 id="earning">{copy.earningTitle}</h2>
          <ul className="mt-6 grid gap-3">
            {earning.map((point, place) => {
              const Icon = icons[place] ?? PurseIcon
              return (
                <li
                  key={point.title}
                  className="rounded-card bg-card grid grid-cols-[48px_minmax(0,1fr)] gap-x-4 p-4 md:p-6"
                >
                  <span className="drop bg-indigo-tint text-indigo grid size-12 place-items-center">
                    <Icon size={24} />
                  </span>
                  <div>
                    <h3 className="heading-small">{point.title}</h3>
                    <p className="text-muted mt-1">{point.words}</p>
                  </div>
                </li>
              )
            })}
          </ul>
        </div>
        <div
          aria-hidden="true"
          className="rounded-card bg-indigo text-card mx-auto grid aspect-square w-full max-w-100 place-items-center max-lg:hidden"
        >
          <ClothButterfly className="w-4/5" />
        </div>
      </div>
    </section>
  )
}
