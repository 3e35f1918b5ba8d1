import { LinkButton } from '../../../components/button.tsx'
import { MotorbikeIcon, TubeIcon } from '../../../components/drawn-icons.tsx'
import {
  ClipboardIcon,
  HouseIcon,
  PeopleIcon,
  PhoneIcon,
  PulseIcon,
  ReceiptIcon,
  SendIcon,
  VerifiedIcon,
} from '../../../components/first-icons.tsx'
import * as copy from '../../../copy/site.ts'
import { services, steps, whyChoose } from '../../../copy/site-patients.ts'
import phlebotomist from '../art/phlebotomist.svg'
import book from '../art/step-book.svg'
import download from '../art/step-download.svg'
import results from '../art/step-results.svg'
import { Reasons } from './reasons.tsx'
import { StepWords } from './step-words.tsx'
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

const stepPictures = [download, book, results]

/** The way to a result, in three steps along one line. */
export function GetStarted() {
  return (
    <section className="bg-paper py-12 md:py-16" aria-labelledby="get-started">
      <div className="page">
        <h2 id="get-started">{copy.getStarted}</h2>
        <ol className="relative mt-6 grid gap-6 md:mt-8 md:grid-cols-3 md:gap-8">
          <Flight />
          {steps.map((step, place) => (
            <li
              key={step.title}
              className="relative grid grid-cols-[96px_1fr] items-center gap-4 md:grid-cols-1 md:content-start"
            >
              <img
                src={stepPictures[place]}
                alt=""
                width="160"
                height="160"
                loading="lazy"
                className="size-24 md:size-40"
              />
              <StepWords step={step} place={place} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The butterfly's path behind the pictures, on screens wide enough for it. */
function Flight() {
  return (
    <svg
      viewBox="0 0 1088 160"
      fill="none"
      aria-hidden="true"
      className="absolute inset-x-0 top-0 hidden h-40 w-full md:block"
      preserveAspectRatio="none"
    >
      <path
        d="M168 96C230 20 300 150 372 84M540 96c62-76 132 54 204-12"
        stroke="#B4481E"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="0.1 11"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

const serviceIcons = [TubeIcon, MotorbikeIcon, ClipboardIcon, PeopleIcon, PulseIcon, SendIcon]

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
              const Icon = serviceIcons[place] ?? TubeIcon
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

const reasonIcons = [ReceiptIcon, VerifiedIcon, HouseIcon, PhoneIcon]

/** Four reasons to choose us. */
export function WhyChoose() {
  return <Reasons id="why" title={copy.whyTitle} reasons={whyChoose} icons={reasonIcons} across={4} />
}

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
