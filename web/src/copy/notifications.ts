// Notifications
export const title = 'Notifications'
export const channelProven = '{channel} goes to this phone now'
export const about = 'Choose how we tell you. Changes are saved at once. We email you about each change.'
export const alwaysByEmail =
  'Login codes, and anything about your password, always come by email. Email subjects and phone messages never name a test or a result.'
export const doctorBooked = 'Has a doctor booked for you?'
export const chooseReaders = 'Choose who reads your results'
export const logins = 'Logins and browsers'
export const passwordFirst =
  'You are changing where your notifications go. Type your password to show that it is you.'

// What we write about, and by which way
export const sms = 'SMS'
export const whatsApp = 'WhatsApp'
export const bookingsAbout =
  'We tell you when your booking is confirmed, moved or cancelled. On the evening before a home visit we tell you how to prepare. We tell you when the phlebotomist is on the way. We tell you when the lab has your sample or needs a new one.'
export const resultsAbout =
  'A result is ready, or the lab has corrected one or added to it. You read it here, after you log in.'
export const moneyAbout = 'We have your payment, or money is on its way back to you.'
export const confirmPhoneFirst = 'Confirm your phone first'
export const onlyWay = 'Only this way is on for these notifications.'
export const turnNotSaved = 'No answer from the network. Your choice has not changed.'
export const numberRemoved = 'The number is removed'
export const numberNotRemoved = 'No answer from the network. The number is still there.'

// The phone
export const yourPhone = 'Your phone'
export const channelTo = '{channel} to {phone}'
export const changeNumber = 'Change the number for {channel}'
export const removeNumber = 'Remove the number for {channel}'
export const proofTitle = 'Notifications by {channel}'
export const otherNumber = 'Use another number'
export const sendAgain = 'Send again'
export const sentAgain = 'We sent a new code. Only the new one works.'
export const proofAbout =
  'We send a code to this number by {channel}. So no one else gets your notifications.'
export const sendCode = 'Send me the code'
export const codeTooShort = 'otp must be 5 digits'
export const codeSent = 'We sent a 5-digit code to {phone}. It works for ten minutes.'
export const isMyPhone = 'This is my phone'
export const serverNotReached = 'We could not reach the server. Try again when the network is back.'

// What undoing a change brings back
export const restored = 'What you get back'
export const numberTaken =
  'The number that ends in {ending} does not come back. Another account has confirmed it.'
export const numberRestored = '{channel} goes to the number that ends in {ending}.'
