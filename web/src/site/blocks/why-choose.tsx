import { brand } from '@labalaba/contract'
import { HouseIcon, PhoneIcon, ReceiptIcon, VerifiedIcon } from '../../ui/first-icons.tsx'
import { whyChoose } from '../copy.ts'

const icons = [ReceiptIcon, VerifiedIcon, HouseIcon, PhoneIcon]

/** Four reasons. On phones the icon stands at the left, which saves a screen of scrolling. */
export function WhyChoose() {
  return (
    <section className="bg-indigo-tint py-12 md:py-16" aria-labelledby="why">
      <div className="page">
        <h2 id="why">Why choose {brand.name}</h2>
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 sm:gap-4 md:mt-8 xl:grid-cols-4">
          {whyChoose.map((reason, place) => {
            const Icon = icons[place] ?? VerifiedIcon
            return (
              <li
                key={reason.title}
                className="rounded-card bg-card grid grid-cols-[48px_minmax(0,1fr)] gap-x-4 p-4 sm:grid-cols-1 sm:content-start sm:p-6"
              >
                <span className="drop bg-indigo-tint text-indigo row-span-2 grid size-12 place-items-center">
                  <Icon size={24} />
                </span>
                <h3 className="heading-small sm:mt-4">{reason.title}</h3>
                <p className="text-muted mt-1 sm:mt-2">{reason.words}</p>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
