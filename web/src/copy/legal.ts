// Both texts
export const inForce = 'In force from {day}'
export const forOperators =
  'The people who built this product wrote this text. Before real patients rely on it, the operator of Labalaba must have a Nigerian lawyer check it, and must add its registered name.'
export const contents = 'On this page'
export const wrongTitle = 'If something goes wrong'

// The privacy policy
export const privacyTitle = 'Privacy Policy'
export const privacyIntro =
  'This page says what Labalaba keeps about you, why, who sees it, and what your rights are. Health data is sensitive personal data under the Nigeria Data Protection Act 2023 (NDPA). We treat it that way.'
export const keptTitle = 'What we keep'
export const keptAccount =
  'Your account: name, email, phone, username, address, and whether you are a patient or a doctor. We keep your password only as a one-way hash.'
export const keptBookings =
  'Your bookings: the patient’s name, date of birth, gender, phone and email, the tests, the lab, and for home collection the address, day and time.'
export const keptPhotos =
  'At a home visit, only if you agree there: up to three photos of the tubes and their labels. The photos do not record where they were taken. They must not show a face, papers or a room.'
export const keptPayments =
  'Your payments: amounts, times, references and whether they succeeded. Card numbers never reach us. Our payment partner takes them on its own page.'
export const keptTechnical =
  'Technical records: times, and the address your device connects from, to keep the service running and to stop misuse. They hold no test, result, password or code.'
export const keptBrowsers =
  'The browsers in which you log in: what kind each is, and when you first and last logged in there.'
export const whyTitle = 'What we use it for, and why we may'
export const whyBooking =
  'To carry out your booking and show you its progress: because of our contract with you.'
export const whyHealth =
  'To give health data to the lab that does your tests: because you consent when you book. You may withdraw your consent. What we did before that stays lawful.'
export const whyMoney =
  'To take payment, give receipts and keep accounts: because of the contract, and because tax and company law require it.'
export const whySafety =
  'To keep the service safe and stop fraud: because it is our legitimate interest, and yours.'
export const notUsed =
  'We do not sell your data. We do not use it to show you adverts. No machine uses it to decide about you.'
export const sharedTitle = 'Who sees it'
export const sharedLab =
  'The lab you chose, and for home collection the phlebotomist who visits you: what they need to do the tests, and no more.'
export const sharedPhotos =
  'A photo of the tubes: the people of that lab who receive samples, our own staff, and the phlebotomist on that day. We record each time that the lab or our staff look at it. Your doctor and other labs do not see it.'
export const sharedDoctor = 'The doctor who booked for you, if one did.'
export const sharedPayer =
  'A person you send a payment link to: the patient’s name, the lab, the number of tests and the total. We name the tests only if you choose to show them.'
export const sharedPartners =
  'Our payment partner, Paystack. The companies that carry our emails, and our messages to your phone if you choose them. The companies that run our servers. Contracts bind them all to the same care. If one of them keeps data outside Nigeria, we make sure that it is protected as the Act requires.'
export const sharedCourt = 'A court or an authority, where the law leaves us no choice.'
export const phoneTitle = 'What stays on your phone'
export const phone =
  'While you are signed in, your browser tab keeps your session, your own name and contact details, and the lab you are choosing. They go when you close the tab or sign out. The tests in your cart, and the lab they are for, stay until you book, clear the cart or sign out. We never keep a patient’s details on the phone. One cookie lets us know this browser again, so that we can email you when another browser logs in. It holds no name and lasts 400 days. We set no advertising or tracking cookies.'
export const howLongTitle = 'How long we keep it'
export const howLongAccount =
  'Your account: until you delete it, which you can do yourself on the page Delete account.'
export const howLongDraft = 'A half-filled booking: 24 hours.'
export const howLongBookings =
  'Bookings and payments: six years after the last action on them, for the accounts that the law makes us keep.'
export const howLongPhotos =
  'A photo of the tubes: 90 days after your results are out or the booking was cancelled. We keep it for a year at most, and no longer than your account. We keep a record that it was taken, and of who looked at it.'
export const howLongTechnical =
  'Technical records: only as long as they help to keep the service running and safe.'
export const childrenTitle = 'Children'
export const children =
  'An account is for adults. A parent or guardian may book for a child and consents for the child. If you learn that a child has opened an account, tell us and we will close it.'
export const rightsTitle = 'Your rights'
export const rightSee = 'To see what we keep about you, and to have a copy that another service can read.'
export const rightCorrect = 'To have it corrected, or deleted where the law does not make us keep it.'
export const rightLimit = 'To have its use limited, or to object to it.'
export const rightWithdraw = 'To withdraw a consent you gave.'
export const rightsAsk =
  'Write to {email}. We answer within 30 days. We ask only for what we need to be sure that it is you. If you are not happy with our answer, you may complain to the Nigeria Data Protection Commission.'
export const privacyWrong =
  'If your data is lost, or a person sees it who should not see it, and this may harm you, we tell you without delay, and we tell the Nigeria Data Protection Commission within 72 hours, as the Act requires.'

// The terms of use
export const termsTitle = 'Terms of Use'
export const termsIntro =
  'These are the terms between you and the operator of Labalaba. By opening an account you accept them. They are written to be read.'
export const whoTitle = 'What we are, and what we are not'
export const who =
  'Labalaba is a place to find medical laboratories in Nigeria, compare their prices, book and pay. The labs do the tests and are responsible for them. Each lab shows its registration with the Medical Laboratory Science Council of Nigeria. We are not a hospital, we do not diagnose, and nothing here replaces a doctor. In an emergency, go to the nearest hospital or call 112.'
export const accountTitle = 'Your account'
export const account =
  'Give true details and keep your password to yourself. If another person has used your account, tell us at once. On a phone that you share, sign out when you are done. You must be 18 or older to open an account.'
export const bookingTitle = 'Booking'
export const bookingFor =
  'You may book for yourself, for your child, or for a person who has asked you to. Give the patient’s details as they are on their ID.'
export const bookingHeld =
  'We hold a booking while it waits for payment. It expires if it is not paid within 24 hours. With a payment link, it expires after three days.'
export const bookingPrice =
  'The price of every test and the collection fee are shown before you pay. The price that counts is the one on the order.'
export const bookingPreparation =
  'Follow the preparation that the test asks for, such as fasting. If you do not, the sample may have to be taken again.'
export const payingTitle = 'Paying, cancelling and refunds'
export const payingOnline =
  'You pay online through Paystack, or another person pays through a link that you send. We never see a card number.'
export const payingOnce =
  'Pay once. If your bank is slow, the order page tells you when the money has arrived.'
export const payingLate =
  'If money arrives for an order that we can no longer carry out, you choose between a new day and a refund.'
export const payingCancel =
  'If you cancel before the sample is taken, or the lab cannot do the test, you get back what you paid for it. If you cancel after a phlebotomist has set off to you, or after one came in vain, we keep the collection fee.'
export const payingRefund =
  'Refunds go to the card or account that paid. If you choose, they become credit for your next booking.'
export const visitTitle = 'Home sample collection'
export const visit =
  'A phlebotomist comes to the address at the time you chose. A person who can identify the patient must be there. If no one is, you may have to book the visit again.'
export const results =
  'Most results are ready 24 to 72 hours after the lab has received the sample. Some tests take longer, and the lab says so. Talk to a doctor about what a result means for you.'
export const doctorsTitle = 'Doctors'
export const doctorEarns =
  'A doctor may earn a part of what the platform earns on a booking. It never raises the patient’s price. We tell the patient about it before they pay.'
export const doctorBooks =
  'A doctor books only what the patient needs and has agreed to. A doctor follows the rules of the Medical and Dental Council of Nigeria.'
export const forbiddenTitle = 'What you may not do'
export const forbidden =
  'Do not book under a false name. Do not look into what is not yours, disturb the service, or copy its contents for another one. We may suspend an account that does this. Where the law allows, we first tell its owner why.'
export const termsWrong =
  'We are responsible for our own faults as Nigerian law requires. This includes the Federal Competition and Consumer Protection Act 2018. Nothing here takes away your rights as a consumer. Write first to {email}: most things are settled in a day or two. The law of the Federal Republic of Nigeria applies, and its courts decide.'
export const changesTitle = 'Changes, and your data'
export const changes =
  'If these terms change, the new terms are on this page, with the day they start. Orders placed before that day keep the old terms. Our {privacy} says how we treat your data.'
