import { MotorbikeIcon, TubeIcon } from '../../../components/drawn-icons.tsx'
import { ClipboardIcon, PeopleIcon, PulseIcon, SendIcon } from '../../../components/first-icons.tsx'
import * as copy from '../../../copy/site.ts'
import { services } from '../../../copy/site-patients.ts'
import phlebotomist from '../art/phlebotomist.svg'

const icons = [TubeIcon, MotorbikeIcon, ClipboardIcon, PeopleIcon, PulseIcon, SendIcon]

/** The services that are available anywhere in the country. */
export function Services() {
  return (
    <section className="bg-paper py-12 md:py-16" aria-labelledby="services">
      <div className="page grid items-center gap-8 lg:grid-cols-[5fr_7fr] lg:gap-16">
        <div className="rounded-t-round bg-sand mx-auto w-full max-w-70 lg:max-w-95">
          <img
            src={phlebotomist}
            alt={copy.servicesPicture}
            width="320"
            height="320"
            loading="lazy"
            className="h-auto w-full scale-112"
          />
        </div>
        <div>
          <h2 id="services">{copy.servicesTitle}</h2>
          <ul className="mt-4 grid md:grid-cols-2 md:gap-x-8">
            {services.map((service, place) => {
              const Icon = icons[place] ?? TubeIcon
              return (
                <li
                  key={service.title}
                  className="border-hair grid grid-cols-[24px_1fr] gap-x-4 border-t py-4 first:border-0 md:[&:nth-child(2)]:border-0"
                >
                  <Icon size={24} className="text-clay mt-0.5" />
                  <div>
                    <h3 className="heading-small">{service.title}</h3>
                    <p className="text-muted mt-1">{service.words}</p>
                  </div>
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </section>
  )
}
