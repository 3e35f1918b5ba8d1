import { brand, consentVersions } from '@labalaba/contract'
import { Link } from '../../../components/link.tsx'
import * as copy from '../../../copy/legal.ts'
import * as shared from '../../../copy/shared.ts'
import { fillNodes } from '../../../lib/fill-nodes.ts'
import { useTitle } from '../../../lib/hooks.ts'
import { type LegalPart, Points, Prose } from './prose.tsx'

const booking = [copy.bookingFor, copy.bookingHeld, copy.bookingPrice, copy.bookingPreparation]

const paying = [copy.payingOnline, copy.payingOnce, copy.payingLate, copy.payingCancel, copy.payingRefund]

const doctors = [copy.doctorEarns, copy.doctorBooks]

const parts: readonly LegalPart[] = [
  {
    title: copy.whoTitle,
    body: <p>{copy.who}</p>,
  },
  {
    title: copy.accountTitle,
    body: <p>{copy.account}</p>,
  },
  {
    title: copy.bookingTitle,
    body: <Points>{booking}</Points>,
  },
  {
    title: copy.payingTitle,
    body: <Points>{paying}</Points>,
  },
  {
    title: copy.visitTitle,
    body: <p>{copy.visit}</p>,
  },
  {
    title: shared.results,
    body: <p>{copy.results}</p>,
  },
  {
    title: copy.doctorsTitle,
    body: <Points>{doctors}</Points>,
  },
  {
    title: copy.forbiddenTitle,
    body: <p>{copy.forbidden}</p>,
  },
  {
    title: copy.wrongTitle,
    body: (
      <p>
        {fillNodes(copy.termsWrong, {
          email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,
        })}
      </p>
    ),
  },
  {
    title: copy.changesTitle,
    body: (
      <p>{fillNodes(copy.changes, { privacy: <Link to="/privacy-policy">{copy.privacyTitle}</Link> })}</p>
    ),
  },
]

/** The terms on which people book. */
export function TermsPage() {
  useTitle(copy.termsTitle)
  return (
    <Prose title={copy.termsTitle} version={consentVersions.terms} intro={copy.termsIntro} parts={parts} />
  )
}
