import { MotorbikeIcon } from '../ui/drawn-icons.tsx'
import { BankCardIcon, ClipboardIcon, EyeIcon, PeopleIcon, TagIcon } from '../ui/icons.tsx'
import scientist from './art/scientist.svg'
import { Apply } from './blocks/apply.tsx'
import { Faq } from './blocks/faq.tsx'
import { Partners } from './blocks/partners.tsx'
import { Phlebotomist } from './blocks/phlebotomist.tsx'
import { Reasons } from './blocks/reasons.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'
import { benefits, labQuestions } from './copy/labs.ts'
import { labStories } from './copy/stories.ts'

const icons = [PeopleIcon, BankCardIcon, ClipboardIcon, TagIcon, MotorbikeIcon, EyeIcon]

/** Everything on the page for laboratories below the first view. */
export function LaboratoryRest() {
  return (
    <>
      <Partners />
      <Reasons
        id="benefits"
        title="Key benefits for your laboratory"
        reasons={benefits}
        icons={icons}
        across={3}
      />
      <Phlebotomist />
      <StoriesSection title="What laboratories say">
        <Stories name="What laboratories say" stories={labStories} />
      </StoriesSection>
      <Apply
        title="Apply to join"
        words="Tell us who you are and where you work. A person reads every application and writes back."
        ways={[
          {
            kind: 'lab',
            words: 'Apply as a laboratory',
            hint: 'With a valid licence, and a scientist or pathologist in charge.',
          },
          {
            kind: 'pharmacy',
            words: 'Apply as a pharmacy',
            hint: 'For sample pick-up, and for customers who need a test.',
          },
          {
            kind: 'phlebotomist',
            words: 'Apply as a phlebotomist',
            hint: 'For visits in the areas you cover, on the days you choose.',
          },
        ]}
      />
      <Faq questions={labQuestions} picture={scientist} alt="A scientist at her microscope" />
    </>
  )
}
