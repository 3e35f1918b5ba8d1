// The page behind the email's link
export const pageTitle = 'Your results and your doctor'
export const pageGiven = '{doctor} may read the results of {patient}'
export const consentQuestion = 'May {doctor} read the results of {patient}?'
export const pageBooked = '{doctor} booked the tests at {lab}.'
export const pageAnswer = 'Your answer'
export const consentTakingBack = 'Taking it back'
export const consentTakeBack = 'Take it back'
export const pageNeedsAccount =
  'The order has no date of birth, so we cannot check who answers this email. Once the results are out, {logIn}. Use an account with this email address, and choose there.'
export const pageLogInAs = 'log in as {patient}'
export const pageLinkOver =
  'You can no longer say yes by this email. Log in with the email address it came to, and choose there.'
export const pageAccount = 'With an account for this email address, you can {see}.'
export const pageSeeDoctors = 'see every doctor, and each time they opened a result'
export const pageDoNothing =
  'If you do nothing, the doctor can open only a result that needs action now. Then we tell you.'
export const pageNoLinkTitle = 'This link no longer works'
export const pageLogIn = 'Log in and choose there'
export const pageNoLink =
  'Part of the link may be missing. Open it again from the email. Or log in with the email address it came to.'

// The choice: change `readingConsentVersion` with these words
export const choiceIf = 'If you say yes:'
export const choiceWhat =
  '{doctor} can read the results of every test that they book for {patient}, also from before today. They can read no other results.'
export const choiceHowLong =
  'This lasts for one year. You can take it back at any time. Then the doctor can read nothing more.'
export const choiceLooks = 'We record every time the doctor opens a result, and you see when.'
export const choiceSensitive = 'Also private tests, such as HIV, pregnancy or cancer'
export const choiceGiving = 'Saving'
export const choiceGive = 'Yes, let {doctor} read them'

// Saying no
export const refuseWhat =
  'If you say no, the doctor can open no result, not even one that needs action now. The lab still calls about such a result. You can change your answer at any time.'
export const refuseDo = 'No, {doctor} may not read them'
export const refused = '{doctor} may not read the results'

// The choice behind the email's link
export const linkedWhy =
  'Others may read this email too. So we ask for the date of birth of {patient} before a doctor may read.'
export const dateOfBirth = 'Date of birth'

// A doctor and what they may read
export const consentOf = '{doctor}, for {patient}'
export const consentOpened = 'Opened'
export const consentNotOpened = 'The doctor has opened nothing yet.'
export const consentTakenBack = '{doctor} can no longer read the results'
export const consentProve = 'First show that you are the patient of this order. We ask this once.'
export const consentProveDo = 'Show that I am the patient'
export const consentGiven = '{doctor} may read the results of {patient} now'
export const consentNoAccount = '{doctor} has no account here now, so there is nothing to agree to.'
export const tagGiven = 'May read'
export const statusGivenAll = 'Since {from}, until {to}. This includes private tests, such as HIV or cancer.'
export const statusGiven =
  'Since {from}, until {to}. This does not include private tests, such as HIV or cancer.'
export const tagWithdrawn = 'Taken back'
export const statusWithdrawn =
  'You took it back on {day}. The doctor can no longer open a result, not even one that needs action now.'
export const tagRefused = 'You said no'
export const statusRefused =
  'You said no on {day}. The doctor can open no result, not even one that needs action now.'
export const tagExpired = 'Ended'
export const statusExpired = 'It ended on {day}. The doctor can open only what needs action now.'
export const tagAsked = 'Waits for your answer'
export const statusAskedOpened = 'You have not answered. The doctor opened only what needed action now.'
export const statusAsked = 'You have not answered. The doctor can open only what needs action now.'
export const openedAndSaved =
  '{when}: {count} result, and the PDF was saved | {when}: {count} results, and the PDF was saved'
export const opened = '{when}: {count} result | {when}: {count} results'
