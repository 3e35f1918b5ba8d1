// The first page
export const landingHero = 'Book Quality Medical Tests at Verified Labs Across Nigeria'
export const doctorsSay = 'What doctors say'
export const doctorPicture = 'A doctor in a white coat'

// The page for individuals
export const visitorHero = 'Medical tests for you and your family, at the lab or at home'
export const patientsSay = 'What patients say'
export const patientPicture = 'A woman reads on her phone'

// The page for doctors
export const doctorHero = 'Book tests for your patients while they sit with you'
export const doctorClaim = '{count} doctors book for their patients'
export const doctorPromise =
  'Send the request to a verified lab near your patient. Follow it step by step, and read the result on your dashboard. You earn a percentage on each test that is paid for.'
export const doctorSignUp = 'Create a doctor account'
export const doctorHow = 'How it works'
export const earningTitle = 'Earn on every booking that is paid for'
export const colleaguesSay = 'What colleagues say'
export const whoseStories = 'Whose stories'
export const doctors = 'Doctors'
export const centres = 'Healthcare centres'
export const doctorAsk = 'Ask us anything'
export const doctorAskHelp =
  'About your clinic, your wallet or your patients: leave your question and a person will reply.'
export const doctorSend = 'Send an enquiry'
export const doctorSendHint = 'Your question, and how to reach you.'
export const doctorFirst = 'Book your first patient today'
export const doctorFirstHelp =
  'Sign up with your name, phone number and email. Then confirm the code that we send you.'

// The page for laboratories and other partners
export const labHero = 'More patients for your laboratory, paid before you start'
export const labClaim = '{count} affiliated labs and clinics'
export const labPromise =
  'List your locations, your tests and your prices. Bookings reach you with the patient’s details typed out, as soon as they are paid.'
export const applyToJoin = 'Apply to join'
export const labBenefits = 'Key benefits for your laboratory'
export const labsSay = 'What laboratories say'
export const applyHelp =
  'Tell us who you are and where you work. A person reads every application and writes back.'
export const applyAsLab = 'Apply as a laboratory'
export const applyAsLabHint = 'With a valid licence, and a scientist or pathologist in charge.'
export const applyAsPharmacy = 'Apply as a pharmacy'
export const applyAsPharmacyHint = 'For sample pick-up, and for customers who need a test.'
export const applyAsPhlebotomist = 'Apply as a phlebotomist'
export const applyAsPhlebotomistHint = 'For visits in the areas you cover, on the days you choose.'
export const labPicture = 'A scientist at her microscope'
export const partnersTitle = 'Work together with us'
export const partners = 'Partners'
export const moreForDoctors = 'More for doctors'
export const phlebotomistTitle = 'Are you a phlebotomist?'

// Blocks of more than one page
export const lookingTitle = 'Looking for a test?'
export const lookingHelp = 'Find a lab near you and see the price of every test before you pay.'
export const lookingBook = 'Book a test'
export const appStrip = 'Take Labalaba with you'
export const appStripHelp = 'Book, pay and follow your sample from your phone.'
export const appForIphone = 'App for iPhone'
export const appForAndroid = 'App for Android'
export const getStarted = 'Get started in 3 steps'
export const step = 'Step {number}'
export const stepSpoken = 'Step {number}:'
export const claimsTitle = 'One place for the whole country'
export const claimLabs = 'affiliated labs and clinics'
export const claimTests = 'tests to choose from'
export const claimDoctors = 'doctors who book for their patients'
export const claimsBy = 'Figures as given by Labalaba.'
export const servicesTitle = 'Healthcare services wherever you are'
export const servicesPicture = 'A phlebotomist rides a motorbike with a cool box'
export const whyTitle = 'Why choose Labalaba'
export const waysTitle = 'Two ways to give your sample'
export const faqTitle = 'Questions people ask'
export const faqNoAnswer = 'Can’t find your answer?'
export const faqWrite = 'Write to us.'
export const faqReply = 'A person will reply.'
export const getApp = 'Get the app'
export const getAppHelp =
  'Put Labalaba on your home screen. Your orders and payment links are then one tap away. The app takes almost no space on your phone.'
export const getAppHow = 'How to install it'
export const applyByEmail = 'Prefer email?'

// How to get the app
export const downloadHero = 'Get Labalaba on your phone'
export const downloadHelp =
  'Put it on your home screen straight from this page. It takes almost no space and is always up to date.'
export const install = 'Install Labalaba'
export const installHow = 'See how to install'
export const installedTitle = 'Labalaba is on this device'
export const installed = 'Open it like any of your other apps.'
export const appFile = 'Android app as a file'
export const downloadCode = 'A code that leads to {address}'
export const pointCamera = 'Point your phone’s camera here'
export const installTitle = 'Install it from your browser'

// To check a report
export const verifyTitle = 'Check a report'
export const verifyHelp =
  'Every report has a code. It tells you which lab released the report, and if the report is still valid. We never show values here.'
export const verifyCode = 'The code on the report'
export const verifyCodeHint = 'Sixteen letters and digits, such as {example}'
export const verifyMissing = 'Enter the code'
export const verifyCheck = 'Check the report'
export const verifyUnknownTitle = 'We do not know this code'
export const verifyUnknown =
  'Compare it letter by letter with the report. If it is the same, no lab released this report through us. Do not rely on it.'
export const verifyAnother = 'Check another report'

// To delete an account
export const deleteTitle = 'Delete your account'
export const deleteIntro =
  'You can delete your Labalaba account here, at once and for good. This is what happens.'
export const deletedPart = 'What is deleted'
export const deletedDetails =
  'Your name, phone number, address, username and email. The same email can open a new account at any time.'
export const deletedLogin = 'Your password, and every device that is signed in.'
export const deletedDraft = 'Your saved labs, and any booking that you started but did not send.'
export const deletedUnpaid = 'Bookings that are not paid are cancelled. Their payment links stop working.'
export const keptPart = 'What we must keep, and why'
export const keptBookings =
  'Paid bookings with the patient’s details, for six years. The law asks us to keep health and money records. These bookings are no longer linked to your name or email as an account owner.'
export const keptPayments =
  'The amounts, times and references of payments, also for six years, for the same reason.'
export const waitsPart = 'When you have to wait'
export const waitsForResult = 'While a booking is paid and its result is not ready yet.'
export const waitsForMoney = 'While we hold your money, are sending it back to you, or owe you earnings.'
export const deleteNow = 'Delete it now'
export const deleteWhose = 'Is it your account?'
export const deleteSignIn =
  'Sign in first, so that we know that the account is yours. Then this page asks for your password.'
export const deleteNoSignIn = 'You cannot sign in? Write to {email} from the email address of the account.'
export const deleteElsewhere = 'Go to the form for deleting an account'
export const deletedTitle = 'Your account is deleted'
export const deletedSurely = 'You are signed out on every device. We send you one last email to confirm it.'
export const deletedMaybeTitle = 'Your account seems to be deleted'
export const deletedMaybe =
  'The answer to your first try was lost. You are signed out now, which happens when an account is deleted. We send one last email to confirm it. Did no email come? Then {login} and try again.'

// Pages that are not there
export const notFoundTitle = 'Page not found'
export const notFound =
  'The address may be wrong, or the page has moved. Your bookings and payments are safe.'
export const constructionTitle = 'Under Construction'
export const construction = 'We are still building this page. You can already book a test.'
export const backHome = 'Back Home'
