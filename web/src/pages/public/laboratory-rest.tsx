import { MotorbikeIcon } from '../../components/drawn-icons.tsx'
import { BankCardIcon, ClipboardIcon, EyeIcon, PeopleIcon, TagIcon } from '../../components/icons.tsx'
import * as copy from '../../copy/site.ts'
import { benefits, labQuestions } from '../../copy/site-labs.ts'
import { labStories } from '../../copy/site-stories.ts'
import scientist from './art/scientist.svg'
import { Apply } from './blocks/apply.tsx'
import { Faq } from './blocks/faq.tsx'
import { Partners } from './blocks/partners.tsx'
import { Phlebotomist } from './blocks/phlebotomist.tsx'
import { Reasons } from './blocks/reasons.tsx'
import { Stories, StoriesSection } from './blocks/stories.tsx'

const icons = [PeopleIcon, BankCardIcon, ClipboardIcon, TagIcon, MotorbikeIcon, EyeIcon]

/** Everything on the page for laboratories below the first view. */
export function LaboratoryRest() {
  return (
    <>
      <Partners />
      <Reasons id="benefits" title={copy.labBenefits} reasons={benefits} icons={icons} across={3} />
      <Phlebotomist />
      <StoriesSection title={copy.labsSay}>
        <Stories name={copy.labsSay} stories={labStories} />
      </StoriesSection>
      <Apply
        title={copy.applyToJoin}
        words={copy.applyHelp}
        ways={[
          {
            kind: 'lab',
            words: copy.applyAsLab,
            hint: copy.applyAsLabHint,
          },
          {
            kind: 'pharmacy',
            words: copy.applyAsPharmacy,
            hint: copy.applyAsPharmacyHint,
          },
          {
            kind: 'phlebotomist',
            words: copy.applyAsPhlebotomist,
            hint: copy.applyAsPhlebotomistHint,
          },
        ]}
      />
      <Faq questions={labQuestions} picture={scientist} alt={copy.labPicture} />
    </>
  )
}
