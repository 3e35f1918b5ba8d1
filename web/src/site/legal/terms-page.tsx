import { brand, consentVersions } from '@labalaba/contract'
import { useTitle } from '../../lib/hooks.ts'
import { Link } from '../../ui/link.tsx'
import { type LegalPart, Points, Prose } from './prose.tsx'

const booking = [
  'You may book for yourself, for a child of yours, or for somebody who has asked you to. Give their details as they stand on their ID.',
  'A booking is held while it waits for payment. One that is not paid within 24 hours expires; with a payment link, after three days.',
  'The price of every test and the collection fee are shown before you pay. The price that counts is the one on the order.',
  'Follow the preparation that the test asks for, such as fasting. A sample taken without it may have to be taken again.',
]

const paying = [
  'You pay online through Paystack, or somebody else pays through a link that you send. We never see a card number.',
  'Pay once. If your bank is slow, the order page tells you when the money has arrived.',
  'If money arrives for an order that can no longer be carried out, you choose between a new day and a refund.',
  'If you cancel before the sample is taken, or the lab cannot do the test, you get back what you paid for it. Once a phlebotomist is on the way to you, the collection fee is kept if you cancel.',
  'Refunds go to the card or account that paid, or become credit for your next booking if you choose that.',
]

const doctors = [
  'A doctor may earn a part of what the platform earns on a booking. It never raises the patient’s price, and the patient is told of it before paying.',
  'A doctor books only what the patient needs and has agreed to, and keeps to the rules of the Medical and Dental Council of Nigeria.',
]

const parts: readonly LegalPart[] = [
  {
    title: 'What we are, and what we are not',
    body: (
      <p>
        {brand.name} is a place to find medical laboratories in Nigeria, compare their prices, book and pay.
        The labs do the tests and answer for them; each shows its registration with the Medical Laboratory
        Science Council of Nigeria. We are not a hospital, we do not diagnose, and nothing here replaces a
        doctor. In an emergency, go to the nearest hospital or call 112.
      </p>
    ),
  },
  {
    title: 'Your account',
    body: (
      <p>
        Give true details and keep your password to yourself. If somebody else has used your account, tell us
        at once. On a phone that you share, sign out when you are done. You must be 18 or older to open an
        account.
      </p>
    ),
  },
  {
    title: 'Booking',
    body: <Points>{booking}</Points>,
  },
  {
    title: 'Paying, cancelling and refunds',
    body: <Points>{paying}</Points>,
  },
  {
    title: 'Home sample collection',
    body: (
      <p>
        A phlebotomist comes to the address at the time you chose. Somebody who can identify the patient must
        be there. If nobody is, the visit may have to be booked again.
      </p>
    ),
  },
  {
    title: 'Results',
    body: (
      <p>
        Most results are ready 24 to 72 hours after the lab has received the sample; some tests take longer,
        and the lab says so. Talk to a doctor about what a result means for you.
      </p>
    ),
  },
  {
    title: 'Doctors',
    body: <Points>{doctors}</Points>,
  },
  {
    title: 'What you may not do',
    body: (
      <p>
        Do not book under a false name, look into what is not yours, disturb the service, or copy its contents
        for another one. We may suspend an account that does, after telling its owner why where the law
        allows.
      </p>
    ),
  },
  {
    title: 'If something goes wrong',
    body: (
      <p>
        We answer for our own faults as Nigerian law asks, including the Federal Competition and Consumer
        Protection Act 2018, and nothing here takes your rights as a consumer away. Write first to{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>: most things are settled in a day or
        two. The law of the Federal Republic of Nigeria applies, and its courts decide.
      </p>
    ),
  },
  {
    title: 'Changes, and your data',
    body: (
      <p>
        If these terms change, the new ones stand here with the day they hold from, and orders placed before
        keep the old ones. How we treat your data is in the <Link to="/privacy-policy">Privacy Policy</Link>.
      </p>
    ),
  },
]

/** The terms on which people book. */
export function TermsPage() {
  useTitle('Terms of Use')
  return (
    <Prose
      title="Terms of Use"
      version={consentVersions.terms}
      intro={`These are the terms between you and the operator of ${brand.name}. By opening an account you accept them. They are written to be read.`}
      parts={parts}
    />
  )
}
