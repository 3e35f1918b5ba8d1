// Buttons and fields
export const closeMenu = 'Close menu'
export const notNow = 'Not now'
export const search = 'Search'
export const copy = 'Copy'
export const copyThe = 'Copy {what}'
export const copyByHand = 'Press and hold {what}, then choose Copy.'
export const share = 'Share'
export const whatsApp = 'WhatsApp'
export const optional = '(optional)'
export const error = 'Error:'
export const phoneHint = 'For example, 0803 123 4567'
export const bookingPhone = 'Your phone, as on the booking'
export const codeLabel = 'Verification code'
export const hide = 'Hide'
export const show = 'Show'
export const hidePassword = 'Hide password'
export const showPassword = 'Show password'

// Date of birth
export const birthLabel = 'What is your date of birth?'
export const birthHint = 'For example, 27 3 1985'
export const month = 'Month'
export const year = 'Year'
export const dayPart = 'day'
export const monthPart = 'month'
export const yearPart = 'year'
export const birthMissing = 'Enter the date of birth'
export const birthNeeds = 'The date of birth must include a {part}'
export const birthNeedsBoth = 'The date of birth must include a {part} and a {other}'
export const birthUnreal = 'The date of birth must be a real date, like 27 3 1985'
export const birthFuture = 'The date of birth must be in the past'
export const birthYear = 'Check the year of the date of birth'

// Forms
export const problemTitle = 'There is a problem'
export const stillNeeded = 'Still needed:'
export const undoChanges = 'Undo what you changed'
export const somethingWrong = 'Some answers are not right yet. Look for the words in red.'
export const notDone = 'This was not done'
export const notHeard = 'No answer came. Try again when the network is back.'

// Waiting and failures
export const loading = 'Loading...'
export const slow = 'This is taking longer than usual. Your network may be slow.'
export const loadFailed = 'We could not load this'
export const reference = 'Reference: {number}'
export const notFound = 'We could not find that page'
export const backHome = 'Back Home'
export const offline = 'You are offline. What you have typed stays here.'

// Lists, slides and steps
export const pages = 'Pages'
export const previous = 'Prev'
export const following = 'Next'
export const pageOf = 'Page {page} of {pages}'
export const showSlide = 'Show {number} of {total}: {name}'
export const play = 'Play'
export const pause = 'Pause'
export const stepDone = 'Done:'
export const stepNow = 'Now:'
export const stepToCome = 'Still to come:'

// Notices about the app
export const demo = 'Demo'
export const demoData = 'Demo data'
export const notifications = 'Notifications, Alt+T'
export const newer = 'Newer version'
export const newerTitle = 'A newer version is ready'
export const newerWords = 'Reload when you have finished what you are typing.'
export const reload = 'Reload'

// Data saver
export const dataSaver = 'Data saver'
export const dataSaverWords =
  'We show lists six items at a time. We leave out pictures that only decorate, and nothing moves. To read a page without a network, open it once before. This setting is for this device only. It is on automatically if your browser saves data.'

// Credit and earnings
export const creditHeld = 'You have {amount} Labalaba credit'
export const creditUse = 'Use it for this booking'
export const doctorEarns =
  '{doctor} receives {amount} from Labalaba for this booking. It does not change your price.'
export const doctorEarnsOfPatient =
  '{doctor} receives {amount} from Labalaba for this booking. It does not change the patient’s price.'
export const bookingDoctor = 'The doctor who booked'

// The camera
export const typeInstead = 'Type it instead'
export const cameraLabel = 'What the camera sees'
export const cameraOpening = 'Opening the camera'
export const cameraHint = 'Hold the square or the bars inside the frame.'
export const cameraRefused = 'The camera is not allowed here'
export const cameraRefusedWords =
  'Allow the camera for this site in your browser settings. Or type what is printed under the code.'
export const cameraAbsent = 'We found no camera'
export const cameraAbsentWords = 'Type what is printed under the code instead.'
export const cameraBusy = 'The camera is in use'
export const cameraBusyWords =
  'Close the other app that uses it and try again. Or type what is printed under the code.'
export const codesUnread = 'We cannot read codes now'
export const codesUnreadWords = 'Your network may have dropped. Type what is printed under the code instead.'

// Keys
export const keysTitle = 'Keys'
export const keysThis = 'this list'
export const keysNote = 'The keys do nothing while you type, or while a scanner types.'
export const keysAll = 'All keys'

// Calls
export const sessionExpired = 'Session expired'
export const unknownError = 'Unknown error'
export const itemsAdded = 'items added to cart'
export const itemRemoved = 'Item removed from cart'
export const itemNotFound = 'Item not found in cart'
export const removeFailed = 'Failed to remove item from cart'
export const cartEmpty = 'Cart is empty'
export const passkeyUnsupported = 'This browser cannot use passkeys. Use your password.'
export const passkeyExists = 'This phone or computer already has a passkey for your account.'
export const passkeyUnused = 'No passkey was used. Try again, or use your password.'

// Days and people
export const dayAtTime = '{day} at {time}'
export const passedDays = 'We left out days that have passed: {days}.'
export const myChild = 'My child'
export const mySpouse = 'My husband or wife'
export const myParent = 'My mother or father'
export const mySibling = 'My brother or sister'
export const someoneElse = 'Someone else'
