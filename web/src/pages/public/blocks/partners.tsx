import { LinkButton } from '../../../components/button.tsx'
import { CheckIcon } from '../../../components/first-icons.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import * as copy from '../../../copy/site.ts'
import { partners } from '../../../copy/site-labs.ts'
import doctor from '../art/doctor.svg'
import pharmacy from '../art/pharmacy.svg'
import phlebotomist from '../art/phleb-2.svg'

type Partner = (typeof partners)[number]
type Way = { picture: string; ground: string; to: string; words: string }

const ways: Record<Partner['id'], Way> = {
  doctors: { picture: doctor, ground: 'bg-indigo-tint', to: '/doctor', words: copy.moreForDoctors },
  pharmacies: {
    picture: pharmacy,
    ground: 'bg-leaf-tint',
    to: '?join=pharmacy#apply',
    words: copy.applyAsPharmacy,
  },
  phlebotomists: {
    picture: phlebotomist,
    ground: 'bg-sand',
    to: '?join=phlebotomist#apply',
    words: copy.applyAsPhlebotomist,
  },
}

/** The other partners who work with us, each in a tab. */
export function Partners() {
  return (
    <section className="py-12 md:py-16" aria-labelledby="partners">
      <div className="page">
        <h2 id="partners" className="mb-6">
          {copy.partnersTitle}
        </h2>
        <Tabs
          name={copy.partners}
          tabs={partners.map((partner) => ({
            id: partner.id,
            words: partner.name,
            content: <Panel partner={partner} way={ways[partner.id]} />,
          }))}
        />
      </div>
    </section>
  )
}

function Panel({ partner, way }: { partner: Partner; way: Way }) {
  return (
    <div className="rounded-card border-hair bg-card shadow-soft grid overflow-hidden border md:grid-cols-[7fr_5fr]">
      <div className="p-5 md:p-8">
        <h3 className="heading-small">{partner.title}</h3>
        <ul className="mt-4 grid gap-3">
          {partner.points.map((point) => (
            <li key={point} className="flex gap-3">
              <CheckIcon className="text-leaf mt-1" />
              {point}
            </li>
          ))}
        </ul>
        <div className="mt-6 grid sm:block">
          <LinkButton to={way.to} wide>
            {way.words}
          </LinkButton>
        </div>
      </div>
      <div className={`grid items-end justify-center max-md:order-first ${way.ground}`}>
        <img
          src={way.picture}
          alt=""
          width="320"
          height="320"
          loading="lazy"
          className="size-48 md:size-80"
        />
      </div>
    </div>
  )
}
