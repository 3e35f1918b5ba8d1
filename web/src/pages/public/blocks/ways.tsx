import { CheckIcon } from '../../../components/first-icons.tsx'
import * as copy from '../../../copy/site.ts'
import { ways } from '../../../copy/site-patients.ts'
import phlebotomist from '../art/phleb-2.svg'
import scientist from '../art/scientist.svg'

const pictures = [scientist, phlebotomist]
const grounds = ['bg-leaf-tint', 'bg-sand']

/** Walk-in and home visit, explained side by side. */
export function Ways() {
  return (
    <section className="py-12 md:py-16" aria-labelledby="ways">
      <div className="page">
        <h2 id="ways">{copy.waysTitle}</h2>
        <ul className="mt-6 grid gap-4 md:mt-8 lg:grid-cols-2 lg:gap-6">
          {ways.map((way, place) => (
            <li
              key={way.title}
              className="rounded-card border-hair bg-card shadow-soft grid overflow-hidden border sm:grid-cols-[200px_1fr]"
            >
              <div className={`grid place-items-end justify-center ${grounds[place]}`}>
                <img
                  src={pictures[place]}
                  alt=""
                  width="200"
                  height="200"
                  loading="lazy"
                  className="size-44 sm:size-50"
                />
              </div>
              <div className="p-5 md:p-6">
                <h3 className="heading-small">{way.title}</h3>
                <p className="text-muted mt-1">{way.words}</p>
                <ul className="mt-3 grid gap-2">
                  {way.points.map((point) => (
                    <li key={point} className="text-input flex gap-2">
                      <CheckIcon className="text-leaf mt-0.5" />
                      {point}
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
