// Opening hours
export const hoursTitle = 'Opening hours'
export const everyWeek = 'Every week'
export const closed = 'Closed'
export const from = 'from'
export const to = 'to'
export const opensAt = '{day}, opening {number}, from'
export const closesAt = '{day}, opening {number}, to'
export const removeOpening = 'Remove opening {number} of {day}'
export const addHours = 'Add hours'
export const addHoursOn = 'Add hours on {day}'
export const likeMonday = 'Tuesday to Friday as on Monday'
export const saveHours = 'Save the hours'
export const hoursSaved = 'Your hours are saved. They apply to every booking from now on.'
export const hoursNotSaved = 'Your hours are not saved'
export const hoursChanged = 'The hours were changed in the meantime, so yours are not saved yet'
export const hoursBy = '{name} saved: {hours}.'
export const typedStays = 'What you typed is still here. Check it again, then save.'
export const lastChanges = 'Last changes'
export const changedBy = '{name} on {when}'

// Another week
export const planWeek = 'Plan new hours from a later day'
export const newWeek = 'New hours'
export const newWeekFrom = 'First day'
export const noNewWeek = 'Remove the new hours'
export const dayOfNewWeek = '{day} of the new hours'

// Special days
export const specialDays = 'Special days'
export const noSpecialDays = 'None yet. Add public holidays and days off here, each with its date.'
export const specialDay = 'special day {number}'
export const reason = 'Why'
export const removeDay = 'Remove {day}'
export const addDay = 'Add a day'
export const chooseDay = 'Choose a day.'
export const chooseDayOrRemove = 'Choose a day, or remove this one.'
export const reasonWrong = 'Write the reason with letters, numbers and . , - only.'
export const bothTimes = 'Enter both times, or remove this opening.'

// Home visits while closed
export const visitsWhenClosed =
  'One home visit is booked for when you are closed | {count} home visits are booked for when you are closed'
export const saveAndAsk = 'Save, and ask them for another day'
export const saveAndAskWords =
  'No visit moves by itself. We tell each patient that you are closed then. They choose another time free of charge. Until they do, their visit stays booked.'
export const askedWords =
  'We have asked their patients to choose another day. Until they choose one, these visits stay booked.'

// Pause bookings
export const pauseTitle = 'Pause bookings'
export const pauseHeading = 'Take no bookings for a while'
export const pauseWords =
  'No one can book {location}, and we offer no times for home visits there. Paid orders stay as they are.'
export const whyHint = 'For your colleagues. Patients do not see it.'
export const whyMissing = 'Say why, in a few words.'
export const patientsRead = 'What patients read'
export const patientsReadHint = 'For example: we are repairing our equipment'
export const patientsReadMissing = 'Write what patients read.'
export const again = 'Bookings again from'
export const againHint = 'If you choose no day, the pause lasts until you end it.'
export const preview = 'Patients see this on your page'
export const noBookingsFor = 'No bookings for now: {words}.'
export const againFrom = 'Bookings again from {day}.'
export const pauseFailed = 'Bookings are not paused'
export const seeCurrent = 'See the pause'
export const pausing = 'Pausing'
export const pause = 'Pause bookings'
export const pauseDone = '{location} takes no bookings for now'

// A paused location
export const isPaused = '{location} is paused'
export const takesNone = '{location} takes no bookings'
export const factPatientsRead = 'Patients read'
export const factSince = 'Since'
export const whenBy = '{when} by {name}'
export const endFailed = 'Bookings are still paused'
export const opening = 'Opening'
export const endPause = 'Take bookings again now'
export const endDone = '{location} takes bookings again'

// Orders and earlier pauses
export const waitingTitle = 'Booked and paid at {location}'
export const noneWaiting = 'No one is waiting for a test here now.'
export const waitingWords =
  '{count} order. A pause does not move any booking. Call the patient if you cannot do the test. | {count} orders. A pause does not move any booking. Call the patients whose tests you cannot do.'
export const moreWaiting =
  'There is {count} more order on the worklist. | There are {count} more orders on the worklist.'
export const walkIn = 'Walk-in: the patient can come at any time'
export const visitOn = 'Home visit, {day}'
export const visitAt = 'Home visit, {day} {time}'
export const earlierPauses = 'Earlier pauses'
export const began = 'Started {when} by {name}.'
export const ended = 'Ended {when} by {name}.'
export const endedByItself = 'Ended by itself on {day}.'
