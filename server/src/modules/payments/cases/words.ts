import type { CaseKind } from '../../cases/index.ts'

type Words = { readonly title: string; readonly whatToDo: string }

/** The title of each kind of case, and what its reader should do. */
export const caseWords: Readonly<Record<CaseKind, Words>> = {
  held_money: {
    title: 'Money came that does not fit its order',
    whatToDo:
      'Compare what came with what was due. Release it where it covers the order, and anything over goes back by itself; otherwise return it. What Paystack cannot return from here, such as money of its other mode, is returned in its dashboard and written down here.',
  },
  refund_stuck: {
    title: 'A refund has not gone through',
    whatToDo:
      "Where it needs the payer's bank details, ask the payer and give them here. Otherwise look at the refund in Paystack's dashboard. We go on asking and book it when it is done.",
  },
  refund_failed: {
    title: 'A refund did not go through',
    whatToDo:
      "Read here or in Paystack's dashboard why. Try it again, make it credit where whoever booked had paid, or pay it from our bank and write that down. The money waits with us until then.",
  },
  dispute: {
    title: "A payer's bank disputes a payment",
    whatToDo:
      'Answer before the deadline: decline with the evidence shown here, or give the money up. Unanswered, the money is lost. Do not give the payment back as well.',
  },
  unknown_at_paystack: {
    title: 'Paystack has money that we have not booked',
    whatToDo:
      'Look at the transaction in the dashboard. Where it is not from this site, return it there. Where it is, call whoever looks after the site before any money moves.',
  },
  missing_at_paystack: {
    title: 'Paystack does not know a payment that we booked',
    whatToDo: 'Look for the reference in the dashboard. Write to Paystack before any money moves.',
  },
  amount_differs: {
    title: 'Paystack and our books differ about an amount',
    whatToDo: 'Compare both amounts with the transaction in the dashboard, and write to Paystack.',
  },
  reversed_outside: {
    title: 'Money was returned outside this site',
    whatToDo:
      'Find out who returned it. Write down here that it went back, and its order is cancelled; or have it paid again and close this.',
  },
  refund_unknown: {
    title: 'Paystack has a refund that we did not ask for',
    whatToDo:
      'Find out who made it in the dashboard. Write it down here once Paystack says that it is processed, and it is booked as part of its order.',
  },
  books_differ: {
    title: 'Our books do not agree with themselves',
    whatToDo: 'Stop refunds and payouts, run the invariants and call whoever looks after the site.',
  },
  late_choice: {
    title: 'Money came after the home visit, and nobody has said what now',
    whatToDo:
      'Call whoever booked. Let them choose a new day on their order page, or cancel the booking here so that the money goes back.',
  },
  visit_late_word: {
    title: 'A phone told us of a home visit too late',
    whatToDo:
      'Nothing was decided by itself. Where samples were taken for a booking that was cancelled, call the phlebotomist, the lab and whoever booked: the samples are tested under a new booking, or not at all. Where nobody was at home, ask both sides, and write down whether the fee is asked for. Close this with what was agreed.',
  },
  result_withdrawn: {
    title: 'A lab has taken a result back',
    whatToDo:
      'Nothing of the order or its money has moved. Call the lab: whether it releases the result anew, tests a new sample, or the money for the test goes back. Whoever had read the result was told by mail. Close this with what was agreed.',
  },
  samples_given_up: {
    title: 'Samples were given up that were to be taken once more',
    whatToDo:
      'The order has gone on with its other samples, and nothing of the money has moved. Give the money for the tests that nobody will do back in part, on the page of the order; what the whole tests cost is said here. Of a package, agree with the lab what the missing part is worth. Close this with what was given back.',
  },
  sample_awaited: {
    title: 'Nobody has come to give a sample once more for two weeks',
    whatToDo:
      'The order waits for a sample that the lab could not use, or that a home visit could not take. Call whoever booked: they choose another home visit on the page of the order, come to the lab, or want it no more. Then give it up here for them, or cancel the booking where nothing else of it was begun. Closed with a note, it comes again in two weeks if it still waits.',
  },
  samples_missing: {
    title: 'Samples of a home visit are not with the lab',
    whatToDo:
      'Call the phlebotomist and the lab, and look for the labels that are named here. What is found is received at the bench, and this closes by itself. What is lost the lab rejects with a word about it, so that the patient is asked for another, free of charge. Close this with what became of it.',
  },
  orphan_webhook: {
    title: 'Paystack tells of a payment that we do not know',
    whatToDo: 'Look for the reference in the dashboard; it may belong to another site with the same key.',
  },
}
