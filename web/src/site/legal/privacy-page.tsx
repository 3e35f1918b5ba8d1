import { brand, consentVersions } from '@labalaba/contract'
import { useTitle } from '../../lib/hooks.ts'
import { kept, keptHowLong, rights, sharedWith, whyUsed } from './privacy-words.ts'
import { Part, Points, Prose } from './prose.tsx'

/** What is kept about a person, why, and what they can do about it. */
export function PrivacyPage() {
  useTitle('Privacy Policy')
  return (
    <Prose
      title="Privacy Policy"
      version={consentVersions.privacy}
      intro={`This says what ${brand.name} keeps about you, why, who sees it, and what you can ask of us. Health data is sensitive personal data under the Nigeria Data Protection Act 2023 (NDPA), and we treat it so.`}
    >
      <Part title="What we keep">
        <Points>{kept}</Points>
      </Part>
      <Part title="What we use it for, and by what right">
        <Points>{whyUsed}</Points>
        <p>
          We do not sell your data, show you adverts because of it, or use it to decide about you by machine.
        </p>
      </Part>
      <Part title="Who sees it">
        <Points>{sharedWith}</Points>
      </Part>
      <Part title="What stays on your phone">
        <p>
          While you are signed in, your browser tab keeps your session, your own name and contact details, and
          the lab you are choosing; they go when you close the tab or sign out. The tests in your cart and the
          lab they are for stay until you book, clear the cart or sign out. A patient’s details are never kept
          on the phone. We set no advertising or tracking cookies.
        </p>
      </Part>
      <Part title="How long we keep it">
        <Points>{keptHowLong}</Points>
      </Part>
      <Part title="Children">
        <p>
          An account is for adults. A parent or guardian may book for a child and consents for the child. If
          you learn that a child has opened an account, tell us and we will close it.
        </p>
      </Part>
      <Part title="What you can ask of us">
        <Points>{rights}</Points>
        <p>
          Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>. We answer within 30 days
          and ask for nothing but what we need to be sure that it is you. If you are not content with our
          answer, you may complain to the Nigeria Data Protection Commission.
        </p>
      </Part>
      <Part title="If something goes wrong">
        <p>
          If your data is lost or seen by somebody who should not have seen it, and this may harm you, we tell
          you without delay, and the Nigeria Data Protection Commission within 72 hours, as the Act asks.
        </p>
      </Part>
    </Prose>
  )
}
