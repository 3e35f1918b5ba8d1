// The page of the operators
export const licences = 'Licences'
export const licencesIntro =
  'Doctors earn on bookings only after you accept their licence. Then we also ask their patients for consent.'
export const tabWaiting = 'Waiting'
export const tabInForce = 'In force'
export const tabEnded = 'Ended'
export const passwordWhy =
  'Licences are private, and your decision counts. Enter your password to show that it is you.'
export const noneWaiting = 'No licences waiting'
export const noneWaitingMore = 'When a doctor sends one, it appears here and you get an email.'
export const noneInForce = 'No doctor is verified yet'
export const noneInForceMore = 'Licences that you accept appear here.'
export const noneEnded = 'Nothing here yet'
export const noneEndedMore = 'Refused, replaced and expired licences appear here.'
export const listWaiting = 'Waiting licences'
export const listInForce = 'Licences in force'
export const listEnded = 'Ended licences'
export const countWaiting = '{count} licence, oldest first | {count} licences, oldest first'
export const countDecided = '{count} licence, newest decision first | {count} licences, newest decision first'

// A licence in the list
export const stateAsked = 'Asked'
export const stateAccepted = 'Accepted'
export const stateSuspended = 'Suspended'
export const stateRefused = 'Refused'
export const stateExpired = 'Expired'
export const stateReplaced = 'Replaced by another'
export const stateWithdrawn = 'Account deleted'
export const accept = 'Accept'
export const ask = 'Ask'
export const refuse = 'Refuse'
export const suspend = 'Suspend'
export const restoreShort = 'End suspension'
export const folioInUse = 'Folio number in use'
export const sentAt = 'Sent {sent}'
export const sentAndDecided = 'Sent {sent} · Decided {decided}'
export const documentLoading = 'Loading'
export const seePhoto = 'See the photo'
export const savePdf = 'Save the PDF'
export const pdfNotSaved = 'The PDF was not saved'

// Dialog: the document
export const documentTitle = 'Licence of {name}'
export const documentSays = '{folioNumber}, {year}. We record each time you open it.'
export const documentAlt = 'Practising licence sent by {name}'
export const documentDeleted = 'This document has been deleted.'

// Dialog: accept
export const acceptTitle = 'Accept the licence of {name}?'
export const acceptSays =
  'You have compared the name, the folio number and the year with the document, and with the register of the Medical and Dental Council of Nigeria.'
export const acceptDone = 'The licence is accepted'

// Dialog: ask
export const askTitle = 'Ask {name} about the licence?'
export const askSays = 'The doctor gets an email with your question and sends the licence again.'
export const askQuestion = 'What should the doctor send or explain?'
export const askDone = 'We have asked the doctor'

// Dialog: refuse
export const refuseTitle = 'Refuse the licence of {name}?'
export const refuseSays = 'The doctor gets an email with your reason, and may send another licence.'
export const why = 'Why?'
export const refuseDone = 'The licence is refused'

// Dialog: suspend
export const suspendTitle = 'Suspend {name} as a doctor?'
export const suspendSays =
  'From now on the doctor earns nothing on new bookings. We no longer ask patients for consent. Any consent that patients gave ends at once. The doctor gets an email with your reason.'
export const suspendDone = 'The doctor is suspended'

// Dialog: end the suspension
export const restoreTitle = 'End the suspension of {name}?'
export const restoreSays =
  'The licence is valid again. Patients must agree again before the doctor can read their results.'
export const restore = 'End the suspension'
export const restoreDone = 'The suspension has ended'

// All dialogs of a decision
export const working = 'Working'
export const noteHint = 'The doctor reads this.'
export const noteMissing = 'Write it in a few words.'

// The page of the doctor
export const practisingLicence = 'Practising licence'
export const weWrote = 'We wrote: “{note}”'
export const year = 'Year'
export const validUntil = 'Valid until'
export const waitingAsked = 'We have a question about your {year} licence'
export const waitingChecked = 'We are checking your {year} licence'
export const waitingSays = 'Your current licence is still valid. We will email you.'
export const sendNext = 'Send the next licence'
export const sendAgain = 'Send it again'
export const yourLicence = 'Your licence'

// Files that cannot be sent
export const fileEmpty = 'This file is empty. Choose another.'
export const fileMissing = 'Choose a photo or a PDF of the licence.'
export const pdfTooLarge = 'This PDF is larger than 1 MB. Take a photo of the licence instead.'

// The state of the check
export const untilThen =
  'Until then you can book as before. You earn nothing, and we do not ask patients for consent.'
export const standingSubmitted = 'We are checking your licence'
export const standingSubmittedSays = 'This takes one or two working days. We will email you. {untilThen}'
export const standingAsked = 'We have a question'
export const standingAskedSays = 'To answer, send the licence again.'
export const standingAccepted = 'Your licence is checked'
export const standingAcceptedSays =
  'Patients see “Dr” with your name, and you earn on your bookings for them. We ask them if you may read their results.'
export const standingRefused = 'We could not accept your licence'
export const standingRefusedSays = 'Send another one. {untilThen}'
export const standingSuspended = 'Your licence is suspended'
export const standingSuspendedSays =
  'You earn nothing on new bookings, and you cannot read patients’ results. To talk about it, write to support.'
export const standingExpired = 'Your {year} licence has expired'
export const standingExpiredSays = 'Send your {year} licence. {untilThen}'
export const standingNone = 'Send your practising licence'
export const standingNoneSays =
  'We compare it with the register. Then you earn on your bookings, and we ask patients if you may read their results. {untilThen}'

// The form
export const folioWrong = 'Type the folio number as the licence shows it, such as MDCN/R/12345.'
export const licenceSent = 'Your licence is sent'
export const folioNumber = 'Folio number'
export const folioHint = 'In the register of the Medical and Dental Council of Nigeria, such as MDCN/R/12345.'
export const licenceYear = 'Year of the licence'
export const documentLabel = 'Photo or PDF of the licence'
export const documentHint = 'Your name, the number and the year must be readable. Only operators see it.'
export const notSent = 'The licence was not sent'
export const sendLicence = 'Send the licence'
export const chooseAnotherFile = 'Choose another file'
export const chooseFile = 'Choose a file'
export const photoUnreadable = 'We cannot read this photo. Take it again.'
export const fileUnreadable = 'We cannot read this file. Choose it again.'

// The notice on other pages
export const noticeTitle = 'Your practising licence is not checked yet'
export const noticeSays = 'You can book, but you earn nothing until then.'
export const noticeLink = 'See your licence'
