import { brand, consentVersions } from '@labalaba/contract'
import { Link } from '../../../components/link.tsx'
import * as copy from '../../../copy/legal.ts'
import * as shared from '../../../copy/shared.ts'
import { fillNodes } from '../../../lib/fill.ts'
import { useTitle } from '../../../lib/hooks.ts'
import { type LegalPart, Prose } from './prose.tsx'

const parts: readonly LegalPart[] = [
  { title: copy.whoTitle, words: copy.who },
  { title: copy.accountTitle, words: copy.account },
  {
    title: copy.bookingTitle,
    points: [copy.bookingFor, copy.bookingHeld, copy.bookingPrice, copy.bookingPreparation],
  },
  {
    title: copy.payingTitle,
    points: [copy.payingOnline, copy.payingOnce, copy.payingLate, copy.payingCancel, copy.payingRefund],
  },
  { title: copy.visitTitle, words: copy.visit },
  { title: shared.results, words: copy.results },
  { title: copy.doctorsTitle, points: [copy.doctorEarns, copy.doctorBooks] },
  { title: copy.forbiddenTitle, words: copy.forbidden },
  {
    title: copy.wrongTitle,
    words: fillNodes(copy.termsWrong, {
      email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
    }),
  },
  {
    title: copy.changesTitle,
    words: fillNodes(copy.changes, { privacy: <Link to="/privacy-policy">{copy.privacyTitle}</Link> }),
  },
]

/** The terms on which people book. */
export function TermsPage() {
  useTitle(copy.termsTitle)
  return (
    <Prose title={copy.termsTitle} version={consentVersions.terms} intro={copy.termsIntro} parts={parts} />
  )
}
