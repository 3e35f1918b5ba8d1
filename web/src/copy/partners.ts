// The fields
export const kindLabel = 'I write as a'
export const registrationLabel = 'MLSCN registration number'
export const registrationHint =
  'As on your certificate from the Medical Laboratory Science Council of Nigeria'
export const nameLabel = 'Your full name'
export const phoneLabel = 'Phone'
export const stateLabel = 'State'
export const areaLabel = 'Area'

// The words of each kind of partner
export const applicationMessage = 'What should we know?'
export const labChoice = 'Laboratory'
export const labOrganisation = 'Name of the laboratory'
export const labOrganisationMissing = 'Enter the name of the laboratory'
export const labMessageHint =
  'For example: your locations, your departments, whether you collect samples at home'
export const pharmacyChoice = 'Pharmacy'
export const pharmacyOrganisation = 'Name of the pharmacy'
export const pharmacyOrganisationMissing = 'Enter the name of the pharmacy'
export const pharmacyMessageHint = 'For example: how many shops you have, and what your customers ask for'
export const phlebotomistChoice = 'Phlebotomist'
export const phlebotomistOrganisation = 'Where you work now'
export const phlebotomistMessageHint =
  'For example: your training, how you travel, the areas that you can reach'
export const doctorChoice = 'Doctor'
export const doctorOrganisation = 'Hospital or practice'
export const doctorMessage = 'What would you like to know?'
export const doctorMessageHint = 'Please write nothing about a patient here'

// The states, and missing or wrong fields
export const chooseState = 'Choose a state'
export const stateAbuja = 'FCT (Abuja)'
export const nameMissing = 'Enter your full name'
export const phoneMissing = 'Enter a phone number that we can call'
export const stateMissing = 'Choose the state'
export const areaMissing = 'Enter the area'
export const messageMissing = 'Write what you would like to know'
export const consentMissing = 'Tick the box so that we may contact you'
export const emailMissing = 'Enter your email'
export const emailInvalid = 'Invalid email format'

// The form
export const notReached =
  'We could not reach the server. Check your network and send it again. What you typed is still here.'
export const notSentTooMany =
  'You have already sent us several forms, and we will write to you. Is something missing? Write to {email}.'
export const notSentBecause = '{reason} What you typed is still here. You can also write to {email}.'
export const thanksApplication = 'Thank you, we have your application'
export const thanksEnquiry = 'Thank you, we have your enquiry'
export const trapLabel = 'Leave this empty'
export const consentLabel = 'Labalaba may write to me or call me about this.'
export const privacyPolicy = 'Privacy Policy'
export const sendApplication = 'Send application'
export const sendEnquiry = 'Send enquiry'

// After sending
export const nextLab = 'We ask for your price list and check your registration with MLSCN.'
export const nextPharmacy = 'We talk about how your customers could book tests.'
export const nextPhlebotomist = 'We talk about your training and the areas that you can reach.'
export const nextDoctor = 'We answer your question.'
export const nextReceived = 'We have it'
export const nextReceivedSays = 'You also get an email at {email}.'
export const nextContact = 'We read it and contact you'
export const nextContactSays = 'By email, or by phone at {phone}.'
export const nextAgree = 'We agree how to work together'
export const nothingToDo = 'You do not need to do anything else for now.'
export const nextLabel = 'What happens next'
export const openDoctorAccount = 'Open a doctor’s account'
export const somethingToAdd = 'Something to add? Write to {email}.'
