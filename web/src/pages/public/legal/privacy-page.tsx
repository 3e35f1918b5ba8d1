import { brand, consentVersions } from '@labalaba/contract'
import * as copy from '../../../copy/legal.ts'
import { fillNodes } from '../../../lib/fill.ts'
import { useTitle } from '../../../lib/hooks.ts'
import { type LegalPart, Prose } from './prose.tsx'

const parts: readonly LegalPart[] = [
  {
    title: copy.keptTitle,
    points: [
      copy.keptAccount,
      copy.keptBookings,
      copy.keptPhotos,
      copy.keptPayments,
      copy.keptTechnical,
      copy.keptBrowsers,
    ],
  },
  {
    title: copy.whyTitle,
    points: [copy.whyBooking, copy.whyHealth, copy.whyMoney, copy.whySafety],
    words: copy.notUsed,
  },
  {
    title: copy.sharedTitle,
    points: [
      copy.sharedLab,
      copy.sharedPhotos,
      copy.sharedDoctor,
      copy.sharedPayer,
      copy.sharedPartners,
      copy.sharedCourt,
    ],
  },
  { title: copy.phoneTitle, words: copy.phone },
  {
    title: copy.howLongTitle,
    points: [
      copy.howLongAccount,
      copy.howLongDraft,
      copy.howLongBookings,
      copy.howLongPhotos,
      copy.howLongTechnical,
    ],
  },
  { title: copy.childrenTitle, words: copy.children },
  {
    title: copy.rightsTitle,
    points: [copy.rightSee, copy.rightCorrect, copy.rightLimit, copy.rightWithdraw],
    words: fillNodes(copy.rightsAsk, {
      email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
    }),
  },
  { title: copy.wrongTitle, words: copy.privacyWrong },
]

/** The data that is stored about a person, why, and their rights. */
export function PrivacyPage() {
  useTitle(copy.privacyTitle)
  return (
    <Prose
      title={copy.privacyTitle}
      version={consentVersions.privacy}
      intro={copy.privacyIntro}
      parts={parts}
    />
  )
}
