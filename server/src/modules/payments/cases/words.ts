import type { CaseKind } from '../../cases/index.ts'

type Words = { readonly title: string; readonly whatToDo: string }

/** The title of each kind of case, and what its reader should do. */
export const caseWords: Readonly<Record<CaseKind, Words>> = {
  held_money: {
    title: 'Money came that does not match its order',
    whatToDo:
      "Compare the money that came with the amount due. If it covers the order, let it pay the order (command release-held): anything above goes back by itself. Otherwise give it back. Some money cannot go back from here, such as money of Paystack's other mode. Give it back in Paystack's dashboard, and record it here.",
  },
  refund_stuck: {
    title: 'A refund is stuck',
    whatToDo:
      "If it needs the payer's bank details, ask the payer and give them here. Otherwise look at the refund in Paystack's dashboard. We keep asking Paystack, and book the refund when it is done.",
  },
  refund_failed: {
    title: 'A refund has failed',
    whatToDo:
      "Read the reason here or in Paystack's dashboard. Try the refund again. If the person who booked had paid, you can give it as credit. Or pay it from our bank account, and record that here. Until then the money stays with us.",
  },
  dispute: {
    title: "A payer's bank disputes a payment",
    whatToDo:
      'Answer before the deadline: decline with the evidence shown here, or give the money up. Without an answer, the money is lost. Do not give the payment back as well.',
  },
  unknown_at_paystack: {
    title: 'Paystack has money that we have not booked',
    whatToDo:
      'Look at the transaction in the dashboard. If it is not from this site, return it there. If it is, call the person who looks after the site before any money moves.',
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
      'Find out who returned it. Record here that it went back, and its order is cancelled. Or have it paid again, and close this.',
  },
  refund_unknown: {
    title: 'Paystack has a refund that we did not ask for',
    whatToDo:
      'Find out who made it in the dashboard. When Paystack says that it is processed, record it here. We then book it as part of its order.',
  },
  books_differ: {
    title: 'Our books do not add up',
    whatToDo: 'Stop refunds and payouts, run the invariants, and call the person who looks after the site.',
  },
  late_choice: {
    title: 'Money came after the home visit, and no one has decided what to do',
    whatToDo:
      'Call the person who booked. They can choose a new day on their order page. Or cancel the booking here, so that the money goes back.',
  },
  visit_late_word: {
    title: 'A phone reported a home visit too late',
    whatToDo:
      'We have not decided anything. If samples were taken for a cancelled booking, call the phlebotomist, the lab and the person who booked. The lab tests the samples under a new booking, or not at all. If no one was at home, ask both sides, and record whether we ask for the fee. Close this with what you agreed.',
  },
  result_withdrawn: {
    title: 'A lab has withdrawn a result',
    whatToDo:
      'The order and its money have not changed. Call the lab, and ask what comes next: a new release of the result, a test of a new sample, or the money for the test goes back. We have emailed the people who had read the result. Close this with what you agreed.',
  },
  samples_given_up: {
    title: 'Samples were given up that had to be taken again',
    whatToDo:
      'The order has gone on with its other samples, and no money has moved. On the page of the order, give back the part of the money for the tests that no one will do. This case says what the whole tests cost. If the test is a package, agree with the lab what the missing part is worth. Close this with the amount that you gave back.',
  },
  sample_awaited: {
    title: 'For two weeks no one has come to give a new sample',
    whatToDo:
      'The order waits for a sample that the lab could not use, or that a home visit could not take. Call the person who booked. They can choose another home visit on the page of the order, come to the lab, or decide that they no longer want it. If they do not want it, give it up here for them. If nothing else of the order has begun, you can cancel the booking instead. If you close this with a note and the order still waits, it comes again in two weeks.',
  },
  samples_missing: {
    title: 'Samples of a home visit are not with the lab',
    whatToDo:
      'Call the phlebotomist and the lab, and look for the labels that are named here. The lab receives found samples at the bench. When none is missing any more, this closes by itself. If a sample is lost, the lab rejects it with a note. We then ask the patient for a new one, free of charge. Close this with what happened.',
  },
  critical_call_overdue: {
    title: 'A lab has not called about a critical result',
    whatToDo:
      'The patient may be in danger. Call the lab now, and ask it to call the patient or the doctor and to record the call. This closes by itself when the lab records that it reached someone. If you close it before that, it comes again.',
  },
  critical_call_failed: {
    title: 'A lab could not reach anyone about a critical result',
    whatToDo:
      "The patient may be in danger. Our mail about the paid order has the patient's phone number. Try to reach the patient or the person who booked, and ask them to call the lab at once. Do not name a result. Close this with whom you reached and when.",
  },
  orphan_webhook: {
    title: 'Paystack reports a payment that we do not know',
    whatToDo: 'Look for the reference in the dashboard. It may belong to another site with the same key.',
  },
  restored: {
    title: 'The database was restored, and what came later is lost',
    whatToDo:
      "The orders, payments and results of that time are gone. If payments are listed here, Paystack still has their money: find each payer in Paystack's dashboard, and call them. Give the money back there, or let them book again. If none is listed once after-restore has ended, no payment is lost. Tell each lab that we have lost its orders of that time: it has samples with labels that we do not know. Close this with what you agreed.",
  },
}
