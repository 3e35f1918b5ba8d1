import { brand } from '@labalaba/contract'
import { useSignedIn } from '../../lib/hooks.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/first-icons.tsx'
import patient from '../art/patient.svg'
import phlebotomist from '../art/phlebotomist.svg'
import scientist from '../art/scientist.svg'

/** The first view: the promise, the button, and the people who keep it. */
export function Hero() {
  return (
    <section className="overflow-hidden">
      <div className="page grid items-center gap-8 pt-6 pb-8 md:pt-12 md:pb-16 lg:grid-cols-2 lg:gap-16">
        <div>
          <h1 className="lg:text-[2.75rem] lg:leading-[3.125rem]">
            Book Quality Medical Tests at Verified Labs Across Nigeria
          </h1>
          <p className="text-leaf mt-3 flex items-center gap-2 font-semibold md:mt-4">
            <span className="drop bg-leaf text-card grid size-6 shrink-0 place-items-center">
              <CheckIcon size={16} strokeWidth={3} />
            </span>
            {brand.claims.patients}
          </p>
          <LookingForATest />
        </div>
        <Butterfly />
      </div>
    </section>
  )
}

function LookingForATest() {
  const signedIn = useSignedIn()
  return (
    <div className="rounded-card border-hair bg-card shadow-soft mt-4 grid items-center gap-x-6 gap-y-3 border p-4 md:mt-8 md:grid-cols-[1fr_auto] md:p-6">
      <div>
        <h2>Looking for a test?</h2>
        <p className="text-muted mt-1">
          Find a laboratory near you and see the price of every test before you pay.
        </p>
      </div>
      <LinkButton to={signedIn ? '/explore/labs' : '/auth/login'} look="primary" wide>
        Book a test
      </LinkButton>
    </div>
  )
}

/** A row of resist dots just inside the edge of a wing, as a dyer stitches it. */
const stitched =
  'relative overflow-hidden after:pointer-events-none after:absolute after:inset-2 after:rounded-[inherit] after:border-[3px] after:border-dotted md:after:inset-3'

/** Four drops that make the butterfly: two people, one cloth, one journey. */
function Butterfly() {
  return (
    <div
      aria-hidden="true"
      className="mx-auto grid w-full max-w-100 grid-cols-2 gap-2.5 sm:max-w-110 lg:max-w-130 lg:gap-3"
    >
      <div className={`drop-right bg-marigold after:border-card aspect-square ${stitched}`}>
        <img
          src={patient}
          alt=""
          width="320"
          height="320"
          fetchPriority="high"
          className="relative z-1 size-full"
        />
      </div>
      <div className={`drop bg-leaf-tint after:border-leaf aspect-square ${stitched}`}>
        <img
          src={scientist}
          alt=""
          width="320"
          height="320"
          className="relative z-1 size-full -scale-x-100"
        />
      </div>
      <div className="drop-up-right adire-wing aspect-square w-[78%] justify-self-end" />
      <div className={`drop-up-left bg-sand after:border-clay aspect-square w-[78%] ${stitched}`}>
        <img
          src={phlebotomist}
          alt=""
          width="320"
          height="320"
          className="absolute bottom-[12%] left-[6%] z-1 size-[88%]"
        />
      </div>
    </div>
  )
}
