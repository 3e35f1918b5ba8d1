// Beside the screens of signing up and logging in
export const homeLink = 'Labalaba home'
export const sideHeadline = 'Enjoy The Right Care, Right Here, Right Now'
export const sidePromise = 'You can check the registration of every lab. You see every fee before you pay.'

// Login
export const emailConfirmed = 'Your email is confirmed. Log in to continue.'
export const passwordChanged = 'Your new password is set. Log in with it.'
export const protectAccount = 'Protect your account'
export const oneMoreStep = 'One more step'
export const backToLogin = 'Back to login'
export const backHome = 'Home'
export const welcomeBack = 'Welcome back'
export const sessionExpired = 'Session expired'
export const sessionExpiredNext = 'Log in to continue where you were. What you filled in is still here.'
export const loginAgain = 'Log in again'
export const loginTimedOut = 'That took too long, or you typed too many wrong codes.'
export const forgotPasswordLink = 'Forgot password?'
export const emailLoginLink = 'Email me a login link'
export const newHere = 'New here?'
export const createAccount = 'Create an account'
export const otpSent = 'an otp has been sent to your email'
export const password = 'Password'
export const loggingIn = 'Logging in'
export const waiting = 'Waiting'
export const loginWithPasskey = 'Log in with a passkey'

// The type of account
export const chooserTitle = 'Choose your account type'
export const chooserQuestion = 'How will you use Labalaba?'
export const haveAccount = 'Already have an account?'
export const personal = 'Personal'
export const personalMeans = 'I want to order tests and also receive results swiftly.'
export const doctor = 'Doctor'
export const doctorMeans = 'I want to book tests for my patients and earn a percentage on each booking.'
export const accountType = 'Account type'
export const accountTypeMissing = 'an account type'

// Registration
export const registerTitle = 'Create your account'
export const personalAccount = 'Personal account'
export const doctorAccount = 'Doctor account'
export const changeToPersonal = 'Change to Personal'
export const changeToDoctor = 'Change to Doctor'
export const firstName = 'First name'
export const lastName = 'Last name'
export const mobileNumber = 'Mobile number'
export const username = 'Username'
export const usernameHint = 'A short name for your account'
export const address = 'Address'
export const addressHint = 'Street, area and state'
export const registerEmailHint = 'We send a code here to check that it is yours'
export const passwordRule = 'At least 8 characters. Three words work well.'
export const registered = 'signup successful, an email verification has been sent to your email'
export const registerFailed = 'unable to complete registration, try again later'
export const agreeToTerms = 'I agree to the {terms}'
export const termsOfUse = 'Terms of Use'
export const registering = 'Creating your account'
export const register = 'Register'

// What a form still lacks, and what is wrong in it
export const emailWrong = 'Invalid email format'
export const codeTooShort = 'otp must be 5 digits'
export const mobileNumberMissing = 'a full mobile number'
export const fullEmailMissing = 'a full email'
export const aPasswordMissing = 'a password'
export const termsMissing = 'your agreement to the terms'
export const firstNameEmpty = 'Enter your first name'
export const lastNameEmpty = 'Enter your last name'
export const yourNameMissing = 'your name'
export const yourEmailMissing = 'your email'
export const yourPasswordMissing = 'your password'
export const serverNotReached = 'We could not reach the server. Try again. What you typed is still here.'
export const youAreOffline =
  'You are offline. Try again when the network is back. What you typed is still here.'

// Confirming the email
export const emailEmpty = 'Enter your email'
export const resendFailed = 'An error occurred while sending OTP'
export const confirmEmailTitle = 'Confirm your email'
export const checkEmailTitle = 'Check your email'
export const passwordEmpty = 'Enter your password'
export const tapVerify = 'Tap Verify to confirm {email}.'
export const codeSent = 'We sent a 5-digit code to {email}.'
export const confirmEmailHint = 'The email that you registered with'
export const confirmPasswordHint =
  'The password that you chose when you registered. If you did not register, close this page. Nothing will happen.'
export const verifying = 'Verifying'
export const verify = 'Verify'
export const noCode = 'No code? Look in your spam folder.'
export const resend = 'Resend'

// A forgotten password
export const forgotFailed = 'unable to send otp, try again later'
export const forgotPassword = 'Forgot your password?'
export const forgotNext = 'If this email has an account, we will send a code to set a new password.'

// A new password
export const newPasswordEmpty = 'Enter a new password'
export const resetDone = 'password reset successfully'
export const resetFailed = 'unable to reset password, try again later'
export const choosePasswordTitle = 'Choose your password'
export const resetTitle = 'Reset your password'
export const registeredTwiceTitle = 'Your email is confirmed'
export const registeredTwice =
  'This email was registered more than once. So we do not use what was typed before. Choose the password of your account here.'
export const resetFor = 'For {email}.'
export const codeSentIfAccount = 'We sent a 5-digit code to {email}, if it has an account.'
export const newPassword = 'New password'
export const savePassword = 'Save the password'
export const resetPassword = 'Reset password'

// Logging in with a link
export const loginLinkTitle = 'Log in without the password'
export const loginLinkMeans = 'We will email you a link. It works once, for ten minutes.'
export const loginLinkSent = 'Look in your email'
export const emailAnotherLink = 'Email me another link'
export const logIn = 'Log in'
export const loginLinkAs = 'Tap Log in to continue as {email}.'
export const emailNewLink = 'Email me a new link'

// The authenticator app
export const installAppTitle = 'Install an authenticator app on your phone'
export const installAppWhich =
  'Google Authenticator, Microsoft Authenticator and Aegis are free. You may have one already.'
export const addAccountTitle = 'Add this account to the app'
export const scanKey = 'Scan this code with the app:'
export const keyPicture = 'The key of your account, for an authenticator app'
export const typeKey = 'Or add it by hand: choose “Enter a setup key” and type this key:'
export const pasteKey = 'In the app, choose “Enter a setup key”. Name it Labalaba and paste this key:'
export const copyKey = 'Copy the key'
export const typeDigitsTitle = 'Type what the app shows'
export const digitsChange = 'The digits change every half minute.'
export const keyCopied = 'The key is copied'
export const keyNotCopied = 'Copying did not work. Type the key by hand.'
export const recoveryCode = 'Recovery code'
export const recoveryCodeHint = 'One of your ten recovery codes, such as AB2CD-EF3GH. Each code works once.'
export const firstDigits = 'The six digits that the app shows now'
export const appDigits = 'Six digits from your authenticator app'
export const setUpAndContinue = 'Set up and continue'
export const appInstead = 'Use the authenticator app'
export const phoneLost = 'I do not have my phone'
export const recoveryCodeEmpty = 'Type one of your recovery codes'
export const digitsTooFew = 'Type all six digits'
export const recoveryTitle = 'Keep these ten codes'
export const recoveryMeans =
  'If you lose your phone, each code lets you log in once. Keep them on paper or in a password manager. Do not keep them on the phone with the app.'
export const recoveryShownOnce = 'We will not show them again.'
export const recoverySaveFile = 'Save them as a file'
export const recoveryKept = 'I have saved the codes'
export const recoveryFile = 'Recovery codes of Labalaba. Each works once.'
export const notNow = 'Not now'

// The name and the number that an account lacks
export const completeTitle = 'Complete your account'
export const completeName = 'Your email is confirmed. Add your name and your mobile number.'
export const completeNumber =
  'Your new password removed the mobile number from your account. Add the number that you use.'
export const yourName = 'Your name'
export const yourNameHint = 'First name and last name'
export const later = 'Later'

// An invitation of staff
export const invitationTitle = 'Your invitation'
export const invitationNotOpened =
  'No answer came. Your network may have dropped. Your invitation still works.'
export const invitationWelcome = 'Welcome to the team'
export const invitedToLab = 'You are invited to work in the portal of {lab}.'
export const invitedToYourLab = 'You are invited to work in the portal of your lab.'
export const invitedToCollect = 'You are invited to collect samples at patients’ homes.'
export const invitedToOperate = 'You are invited to help run Labalaba as an operator.'
export const invitationEndedTitle = 'This invitation no longer works'
export const invitationEnded =
  'It was used, taken back, or is more than a week old. Or a newer email replaced it. If you have set up your account, log in. If not, ask the person who invited you to send it again.'
export const otherAccountTitle = 'Another account is logged in on this device'
export const otherAccountEnds = 'We log {email} out when you finish.'
export const logOutNow = 'Log out now'
export const invitedEmail = 'You log in with {email}.'
export const staffNameHint = 'Patients and colleagues see this name'
export const settingUpAccount = 'Setting up your account'

// The password once more
export const passwordForResults = 'Results are private. Type your password to show that it is you.'
export const showResults = 'Show my results'
export const passwordPlease = 'Your password, please'
export const yourPassword = 'Your password'
export const passkeyInstead = 'Use a passkey instead'

// Logins and browsers
export const loginsTitle = 'Logins and browsers'
export const loginsAbout = 'If you do not know one of these browsers, log it out. Then choose a new password.'
export const loginsWatched =
  'A browser that you log out here is logged out at once. We email you when someone uses your account in a browser that we do not know.'
export const chooseNewPassword = 'Choose a new password'
export const passwordForLogins = 'You are changing how you log in. Type your password to show that it is you.'
export const yourBrowsers = 'Your browsers'
export const browserNotLoggedOut = 'No browser was logged out'
export const browserLoggedOut = '{browser} is logged out'
export const loggingOut = 'Logging out'
export const othersLoggedOut = 'All other browsers are logged out'
export const logOutOthers = 'Log out all others'
export const noOtherBrowser = 'You are not logged in anywhere else.'
export const thisBrowser = 'This browser. Logged in now.'
export const loggedInNow = 'Logged in now.'
export const notLoggedInNow = 'Not logged in now.'
export const loginTimes = 'Last login: {last}. First login: {first}.'
export const logOutBrowser = 'Log this out'
export const unknownBrowser = 'A browser'

// Passkeys
export const passkeyAdded = 'Your passkey is added'
export const passkeyRemoved = 'The passkey is removed'
export const passkeys = 'Passkeys'
export const passkeysAbout =
  'With a passkey you log in with your fingerprint, your face or your screen lock. You need no password and no code.'
export const nothingChanged = 'Nothing was changed'
export const passkeyAddedAt = 'Added: {day}.'
export const oneMoment = 'One moment'
export const addPasskey = 'Add a passkey'
export const passkeyLastUsed = 'Last used: {day}.'
export const passkeyNotUsed = 'Not used yet.'
export const removePasskeyTitle = 'Remove the passkey “{name}”?'
export const removePasskeyDo = 'Remove it'
export const removePasskeyMeans =
  'No one can log in with it any more. Remove it from your phone or computer too.'
export const addPasskeyDo = 'Add it'
export const addPasskeyMeans =
  'Your phone or computer asks for your fingerprint, your face or your screen lock. Then it saves the passkey. Add one only on a device that no one else can unlock.'
export const passkeyName = 'Name'
export const passkeyNameHint =
  'For example “My phone”. If you leave it empty, we use the name of this browser.'

// The second factor in the settings
export const factorIsOff = 'Your second factor is off'
export const factorTitle = 'Second factor'
export const factorIsOn = 'Your second factor is on'
export const recoveryCodesLeft = 'One recovery code is left. | {count} recovery codes are left.'
export const staffFactor = 'Staff always log in with the six digits of their authenticator app.'
export const staffFactorLost = 'If you lose your phone, an operator can reset the app.'
export const factorOn = 'On. When you log in, you also need the six digits of your authenticator app.'
export const factorOff =
  'Off. If you switch it on, you also log in with six digits from a phone app. Then no one can log in with only your password.'
export const factorNewCodes = 'For ten new codes, switch it off and set it up again.'
export const factorSwitchOff = 'Switch it off'
export const factorSetUp = 'Set it up'
export const factorEndTitle = 'Switch the second factor off?'
export const factorEndMeans =
  'You will then log in with only your password. Your recovery codes will stop working. You can remove the account from your app.'

// Deleting the account
export const deleteNotTicked = 'Tick the box to delete your account'
export const deleteSignedInAs = 'You are signed in as {email}.'
export const deletePasswordHint = 'So that no one else can delete your account'
export const deleteSure = 'Delete my account. I know that this cannot be undone.'
export const deleting = 'Deleting your account'
export const deleteDo = 'Delete my account'

// My doctors
export const doctorsTitle = 'My doctors'
export const doctorsAbout =
  'A doctor who books for you reads the results only while you agree. Changes are saved at once.'
export const noDoctorsTitle = 'No doctors to show yet'
export const noDoctors =
  'A doctor who books a test for you asks by email to read the results. You see the doctor here after you show that you are the patient.'
export const seeOrders = 'See my orders'

// Undoing a change of notifications
export const undoTitle = 'Undo a change to your notifications'
export const undoAbout =
  'Your notifications will go where they went before this change. You need no password.'
export const undoneTitle = 'What you undo'
export const undoneMore = 'The change in this email, and every later change.'
export const stayingTitle = 'What stays'
export const stayingMeans =
  'If you made these changes, they are fine. If not, use the link in their email. It goes back further.'
export const undoFailed = 'Nothing is undone yet'
export const undoing = 'Undoing it'
export const undoMany = 'Undo these changes'
export const undoOne = 'Undo this change'
export const undoLogsNoOneOut =
  'This does not log anyone out. To log everyone out, choose a new password next.'
export const undoDone = 'The change is undone'
export const undoDoneMeans = 'Your notifications go where they went before. No one was logged out.'
export const undoDoneAdvice =
  'If you did not make the change, someone may know your password. Choose a new one now. It logs out every browser.'
export const seeNotifications = 'See my notifications'
export const undoEndedTitle = 'This link no longer works'
export const undoEnded =
  'It works once, and for 72 hours. If another person changed your notifications, choose a new password first. Then check your notifications.'
