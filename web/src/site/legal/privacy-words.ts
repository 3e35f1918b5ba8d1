/** Data that is stored about a person. */
export const kept = [
  'Your account: name, email, phone, username, address, and whether you are a patient or a doctor. Your password is kept only as a one-way hash.',
  'Your bookings: the patient’s name, date of birth, gender, phone and email, the tests, the lab, and for home collection the address, day and time.',
  'At a home visit, only if you agree there: up to three photos of the tubes and their labels, without the place where they were taken. No face, no papers and no room belong in them.',
  'Your payments: amounts, times, references and whether they succeeded. Card numbers never reach us; our payment partner takes them on its own page.',
  'Technical records: times, and the address your device connects from, to keep the service running and to stop misuse. They hold no test, result, password or code.',
  'The browsers in which you log in: what kind each is, and when you first and last logged in there.',
]

/** The purposes of the data. */
export const whyUsed = [
  'To carry out your booking and show you its progress: because of our contract with you.',
  'To pass health data to the lab that does your tests: because you consent when you book. You may withdraw consent, and what was done before stays lawful.',
  'To take payment, give receipts and keep accounts: because of the contract, and because tax and company law ask for it.',
  'To keep the service safe and stop fraud: because it is our legitimate interest, and yours.',
]

/** The parties that receive it. */
export const sharedWith = [
  'The lab you chose, and for home collection the phlebotomist who visits you: what they need to do the tests, and no more.',
  'A photo of the tubes: those of that lab who take samples over, our own staff, and the phlebotomist on that day. Each look by the lab or our staff is written down. Your doctor and other labs do not see it.',
  'The doctor who booked for you, if one did.',
  'Somebody you send a payment link to: the patient’s name, the lab, the number of tests and the total. The tests are named only if you choose to show them.',
  'Our payment partner, Paystack, and the companies that carry our mail and, where you choose them, our messages to your phone, and that run our servers, under contracts that bind them to the same care. If one of them keeps data outside Nigeria, we make sure that it is protected as the Act asks.',
  'A court or an authority, where the law leaves us no choice.',
]

/** How long it is stored. */
export const keptHowLong = [
  'Your account: until you delete it, which you can do yourself on the page Delete account.',
  'A half-filled booking: 24 hours.',
  'Bookings and payments: six years after the last act, for the accounts that the law makes us keep.',
  'A photo of the tubes: 90 days after your results are out or the booking was cancelled, a year at most, and no longer than your account. That it was taken, and who looked, stays written down.',
  'Technical records: only as long as they help to keep the service running and safe.',
]

/** The rights of a person. */
export const rights = [
  'To see what we keep about you, and to have a copy that another service can read.',
  'To have it corrected, or deleted where the law does not make us keep it.',
  'To have its use limited, or to object to it.',
  'To withdraw a consent you gave.',
]
