import { LinkButton } from '../../components/button.tsx'
import { MotorbikeIcon } from '../../components/drawn-icons.tsx'
import { CheckIcon, ClipboardIcon, PeopleIcon } from '../../components/first-icons.tsx'
import { BankCardIcon, EyeIcon, TagIcon } from '../../components/icons.tsx'
import { Tabs } from '../../components/tabs.tsx'
import * as copy from '../../copy/site.ts'
import { benefits, labQuestions, partners, phlebotomistSteps } from '../../copy/site-labs.ts'
import { labStories } from '../../copy/site-stories.ts'
import doctor from './art/doctor.svg'
import pharmacy from './art/pharmacy.svg'
import allocated from './art/phleb-1.svg'
import phlebotomist from './art/phleb-2.svg'
import collects from './art/phleb-2.svg'
import submits from './art/phleb-3.svg'
import paid from './art/phleb-4.svg'
import scientist from './art/scientist.svg'
import { Apply } from './blocks/apply.tsx'
import { Faq } from './blocks/faq.tsx'
import { Reasons } from './blocks/reasons.tsx'
import { StepWords } from './blocks/step-words.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'

const benefitIcons = [PeopleIcon, BankCardIcon, ClipboardIcon, TagIcon, MotorbikeIcon, EyeIcon]

/** Everything on the page for laboratories below the first view. */
export function LaboratoryRest() {
  return (
    <>
      <Partners />
      <Reasons id="benefits" title={copy.labBenefits} reasons={benefits} icons={benefitIcons} across={3} />
      <Phlebotomist />
      <StoriesSection title={copy.labsSay}>
        <Stories name={copy.labsSay} stories={labStories} />
      </StoriesSection>
      <Apply
        title={copy.applyToJoin}
        words={copy.applyHelp}
        ways={[
          { kind: 'lab', words: copy.applyAsLab, hint: copy.applyAsLabHint },
          { kind: 'pharmacy', words: copy.applyAsPharmacy, hint: copy.applyAsPharmacyHint },
          { kind: 'phlebotomist', words: copy.applyAsPhlebotomist, hint: copy.applyAsPhlebotomistHint },
        ]}
      />
      <Faq questions={labQuestions} picture={scientist} alt={copy.labPicture} />
    </>
  )
}

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
function Partners() {
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

const pictures = [allocated, collects, submits, paid]

/** A phlebotomist's day with us, in four pictures. */
function Phlebotomist() {
  return (
    <section className="py-12 md:py-16" aria-labelledby="phlebotomist">
      <div className="page">
        <h2 id="phlebotomist">{copy.phlebotomistTitle}</h2>
        <ol className="mt-6 grid gap-6 sm:grid-cols-2 md:mt-8 lg:grid-cols-4 lg:gap-8">
          {phlebotomistSteps.map((step, place) => (
            <li
              key={step.title}
              className="grid grid-cols-[112px_1fr] items-center gap-4 sm:grid-cols-1 sm:content-start"
            >
              <img
                src={pictures[place]}
                alt=""
                width="320"
                height="320"
                loading="lazy"
                className="h-auto w-28 sm:w-48"
              />
              <StepWords step={step} place={place} />
            </li>
          ))}
        </ol>
        <div className="mt-8 grid sm:block">
          <LinkButton to="?join=phlebotomist#apply" wide>
            {copy.applyAsPhlebotomist}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
