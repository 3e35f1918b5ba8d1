import { brand, consentVersions } from '@labalaba/contract'
import { useTitle } from '../../lib/hooks.ts'
import { kept, keptHowLong, rights, sharedWith, whyUsed } from './privacy-words.ts'
import { type LegalPart, Points, Prose } from './prose.tsx'

const parts: readonly LegalPart[] = [
  {
    title: 'What we keep',
    body: <Points>{kept}</Points>,
  },
  {
    title: 'What we use it for, and by what right',
    body: (
      <>
        <Points>{whyUsed}</Points>
        <p>
          We do not sell your data, show you adverts because of it, or use it to decide about you by machine.
        </p>
      </>
    ),
  },
  {
    title: 'Who sees it',
    body: <Points>{sharedWith}</Points>,
  },
  {
    title: 'What stays on your phone',
    body: (
      <p>
        While you are signed in, your browser tab keeps your session, your own name and contact details, and
        the lab you are choosing; they go when you close the tab or sign out. The tests in your cart and the
        lab they are for stay until you book, clear the cart or sign out. A patient’s details are never kept
        on the phone. One cookie lets us know this browser again, so that we can mail you when another one
        logs in; it holds no name and lasts 400 days. We set no advertising or tracking cookies.
      </p>
    ),
  },
  {
    title: 'How long we keep it',
    body: <Points>{keptHowLong}</Points>,
  },
  {
    title: 'Children',
    body: (
      <p>
        An account is for adults. A parent or guardian may book for a child and consents for the child. If you
        learn that a child has opened an account, tell us and we will close it.
      </p>
    ),
  },
  {
    title: 'What you can ask of us',
    body: (
      <>
        <Points>{rights}</Points>
        <p>
          Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>. We answer within 30 days
          and ask for nothing but what we need to be sure that it is you. If you are not content with our
          answer, you may complain to the Nigeria Data Protection Commission.
        </p>
      </>
    ),
  },
  {
    title: 'If something goes wrong',
    body: (
      <p>
        If your data is lost or seen by somebody who should not have seen it, and this may harm you, we tell
        you without delay, and the Nigeria Data Protection Commission within 72 hours, as the Act asks.
      </p>
    ),
  },
]

/** The data that is stored about a person, why, and their rights. */
export function PrivacyPage() {
  useTitle('Privacy Policy')
  return (
    <Prose
      title="Privacy Policy"
      version={consentVersions.privacy}
      intro={`This says what ${brand.name} keeps about you, why, who sees it, and what you can ask of us. Health data is sensitive personal data under the Nigeria Data Protection Act 2023 (NDPA), and we treat it so.`}
      parts={parts}
    />
  )
}
