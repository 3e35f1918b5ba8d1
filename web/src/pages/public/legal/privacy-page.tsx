import { brand, consentVersions } from '@labalaba/contract'
import * as copy from '../../../copy/legal.ts'
import { fillNodes } from '../../../lib/fill-nodes.ts'
import { useTitle } from '../../../lib/hooks.ts'
import { kept, keptHowLong, rights, sharedWith, whyUsed } from './privacy-words.ts'
import { type LegalPart, Points, Prose } from './prose.tsx'

const parts: readonly LegalPart[] = [
  {
    title: copy.keptTitle,
    body: <Points>{kept}</Points>,
  },
  {
    title: copy.whyTitle,
    body: (
      <>
        <Points>{whyUsed}</Points>
        <p>{copy.notUsed}</p>
      </>
    ),
  },
  {
    title: copy.sharedTitle,
    body: <Points>{sharedWith}</Points>,
  },
  {
    title: copy.phoneTitle,
    body: <p>{copy.phone}</p>,
  },
  {
    title: copy.howLongTitle,
    body: <Points>{keptHowLong}</Points>,
  },
  {
    title: copy.childrenTitle,
    body: <p>{copy.children}</p>,
  },
  {
    title: copy.rightsTitle,
    body: (
      <>
        <Points>{rights}</Points>
        <p>
          {fillNodes(copy.rightsAsk, {
            email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
          })}
        </p>
      </>
    ),
  },
  {
    title: copy.wrongTitle,
    body: <p>{copy.privacyWrong}</p>,
  },
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
