// The home visit on the page of an order
export const missedNobodyHome = 'Our phlebotomist came, but no one opened the door.'
export const missedNotFound = 'Our phlebotomist did not find the address.'
export const missedDeclined = 'Our phlebotomist was asked not to take the sample.'
export const missedNotThePatient = 'The name or date of birth did not match the booking.'
export const missedUnable =
  'Our phlebotomist could not come, or could not take the sample. That is not your fault, and we are sorry.'
export const somePhlebotomist = 'A phlebotomist'
export const visitOnTheWay = '{who} is on the way'
export const visitComing = '{who} comes to you'
export const ownDoorCode = 'Your door code'
export const ownDoorCodeHint =
  'Tell it only to the phlebotomist at your door. They also ask for the patient’s name and date of birth.'
export const visitWithPatient = 'They are with the patient now.'
export const choosingTitle = 'We are choosing a phlebotomist'
export const choosing = 'Once we have one, we show their first name and your door code here.'
export const nobodyCameTitle = 'No phlebotomist came at that time'
export const nobodyCameSent = 'Your phlebotomist has not set off, and we are sorry. Your money is safe.'
export const nobodyCameNoneFree = 'We had no phlebotomist free, and we are sorry. Your money is safe.'
export const nobodyCameChoice =
  'Choose another time at no cost, or cancel below. You see how much you get back before you decide.'
export const nobodyCameSentTeam =
  'Our team knows that no one came. If a phlebotomist still sets off, we first email you a new door code. Do not let anyone in without it.'
export const nobodyCameTeam = 'Our team knows that no one came.'
export const missedTitle = 'We could not take the sample'
export const missedBookingValid = 'Your booking is still valid. Another day costs nothing more.'
export const chooseAnotherDay = 'Choose another day'

// A new day and time, for the patient
export const newVisitDay = 'a day'
export const newVisitTime = 'a time'
export const newVisitDone = 'The home visit has a new time'
export const newVisitTitle = 'Choose a new day and time'
export const bookThisTime = 'Book this time'
export const newVisitFailed = 'The time was not changed'
export const noAnswerTryAgain = 'No answer came. Your network may have dropped. You can try again.'
export const newVisitAt = 'A phlebotomist comes to {address} on {moment}. It costs nothing more.'
export const newVisitTo = 'A phlebotomist comes to {address}. It costs nothing more.'

// What the visit left out, for the patient
export const leftOutDeclined = 'The patient did not want it at that moment.'
export const leftOutNoVein = "We could not find a vein. That happens, and it is no one's fault."
export const leftOutNotFasted = 'The patient had eaten, and this test needs an empty stomach.'
export const leftOutNoContainer =
  'Our phlebotomist had no container for it. That is our fault, and we are sorry.'
export const leftOutNotProduced = 'The patient could not give it at that moment. That happens often.'
export const leftOutNeeded = 'Still needed'
export const leftOutTaken = 'Taken later'
export const leftOutInLab = 'In the lab'
export const leftOutRejected = 'A new one is needed'
export const leftOutGivenUp = 'Given up'
export const leftOutNeededTitle = '{count} sample still needed | {count} samples still needed'
export const leftOutTitle = 'Not taken at the visit'
export const leftOutTakenSome =
  'On {day} we took {count} sample. The lab is working on it. | On {day} we took {count} samples. The lab is working on them.'
export const leftOutTakenOthers =
  'On {day} we took {count} sample. We did not take: | On {day} we took {count} samples. We did not take:'
export const leftOutNewTimeOrCome =
  'Choose another time, or come to {place}, {address}. It costs nothing more.'
export const leftOutCome =
  'Instead of the visit you can also come to {place}, {address}. It costs nothing more.'
export const leftOutRefund =
  'Our team refunds the tests you gave up. You see the refund on this page once it is on its way.'
export const chooseAnotherTime = 'Choose another time'
export const leftOutNote = 'Our phlebotomist says: {note}'

// Photos of the tubes, for the patient
export const photosTaken =
  'Our phlebotomist asked, and took {count} photo of the tubes and their labels. | Our phlebotomist asked, and took {count} photos of the tubes and their labels.'
export const photosTakenKept =
  'Only the lab that does the tests and our own staff can see it. We record each time someone opens it. We delete it {days} days after the results are out. | Only the lab that does the tests and our own staff can see them. We record each time someone opens one. We delete them {days} days after the results are out.'
export const photosTakenDeleted = 'We have deleted it. | We have deleted them.'

// The round of a phlebotomist
export const roundPageTitle = 'My round'
export const roundTitle = "Today's round"
export const roundSaved = 'Saved on this phone. You can open it without a network.'
export const roundEmptyTitle = 'No visit today'
export const roundEmpty = 'Your visits will show here. Leave this page open. It checks for new visits.'
export const roundNoVisitTitle = 'This visit is not in your round'
export const roundNoVisit = 'It was moved to another day or assigned to another phlebotomist.'
export const roundNoAnswer =
  'No answer came. You need a network to open your round once. After that, it works without one.'
export const notFound =
  'The address may be wrong, or the page has moved. Your bookings and payments are safe.'
export const toDo = 'To do'
export const roundAhead = '{count} visit to go, in order of time | {count} visits to go, in order of time'
export const doneToday = 'Done today'
export const notSentYet = 'Not sent yet'
export const offline = 'You are offline.'
export const conflictWith = '{step}, {patient}: not accepted'
export const conflict = '{step}: not accepted'
export const countedByLab = 'Counted by the lab: {found} of {of}'
export const actSetOff = 'Setting off'
export const actArrive = 'The door code'
export const actCollect = 'Taking the samples'
export const actDeliver = 'Handing over the samples'
export const actMiss = 'Reporting the missed visit'
export const missNobodyHome = 'No one opened the door'
export const missNotFound = 'I could not find the place'
export const missDeclined = 'The patient did not want it'
export const missNotThePatient = 'Name or date of birth did not match'
export const missUnable = 'I could not come, or could not take the sample'
export const untakenNotFasted = 'The patient had eaten'
export const untakenNoVein = 'I found no vein'
export const untakenNotProduced = 'The patient could not give it'
export const untakenDeclined = 'The patient did not want it'
export const untakenNoContainer = 'I had no container for it'
export const untakenOther = 'Something else'
export const samplesCollected = 'Samples collected'
export const samplesCollectedOf = '{taken} of {wanted} samples collected'
export const stateRequested = 'Not assigned'
export const stateAssigned = 'To visit'
export const stateOnTheWay = 'On the way'
export const stateCollected = 'Samples collected'
export const stateDelivered = 'Delivered'
export const stateMissed = 'Missed'
export const stateCancelled = 'Cancelled'
export const stateWithPatient = 'With the patient'
export const areaNone = 'no area yet'
export const areaAllOf = 'all of {state}'
export const areaStates = '{count} state | {count} states'
export const refusedNotYours =
  'This visit is no longer yours. It was assigned to another phlebotomist. Do not continue with it.'
export const refusedChanged =
  'The visit has changed. It was moved, cancelled or done elsewhere. Follow what you see here now.'
export const refused = 'It could not be done.'

// Unsent steps and conflicts
export const conflictRead = 'I have read it'
export const loggedOutTitle = 'You have been logged out'
export const loggedOutUnsent =
  'What you did is saved on this phone. Log in when you have a network, and we send it.'
export const loggedOut = 'Log in when you have a network to see changes to your round.'
export const logIn = 'Log in'
export const unsentUnsavedTitle =
  '{count} step not sent, and not saved | {count} steps not sent, and not saved'
export const unsentUnsaved =
  'This phone is full, or its browser cannot save anything. Leave this page open until everything is sent. Do not reload it.'
export const unsentTitle = '{count} step saved on this phone | {count} steps saved on this phone'
export const unsentOnline = 'We send everything as soon as the server answers. Continue with your round.'
export const unsentOffline = 'Your phone sends everything when the network is back. Continue with your round.'
export const sendNow = 'Send now'

// One visit of a round
export const setOffFrom = 'You can set off from {time}, two hours before the visit.'
export const setOff = 'Set off'
export const tubesTitle = 'Bring these, with their labels'
export const noSampleTaken = 'No sample could be taken'
export const deliveredTitle = '{count} sample handed over | {count} samples handed over'
export const deliveredUnconfirmed = 'The lab has not confirmed them yet.'
export const deliveredConfirmed = 'The lab has confirmed {received}.'
export const visitMissedTitle = 'No sample was taken'
export const visitMissed = 'We tell the patient and ask for another day. You have nothing more to do.'
export const visitCancelledTitle = 'This visit is cancelled'
export const visitCancelled = 'The patient no longer expects you.'
export const placeTitle = 'Where'
export const placeNear = 'Near: {landmark}'
export const placeFasting = 'Ask: nothing eaten for {count} hour? | Ask: nothing eaten for {count} hours?'
export const placeCall = 'Call'
export const placeDirections = 'Directions'
export const doorCodeShort = 'Type all six digits.'
export const doorCodeWrong = 'That code is not right. Ask the patient to read it again.'
export const doorCode = 'Door code'
export const doorCodeHint = 'The patient finds it on their order page and in our email.'
export const doorStart = 'Start'

// Taking the samples
export const labelForeign = 'This label does not belong to this visit. Check the tube and the patient.'
export const labelTaken = 'You have already checked this label. Each tube has its own label.'
export const identityMissing = 'Ask for name and date of birth first.'
export const identityMatches = 'Both match'
export const samplesTitle = '{count} sample, in the order of draw | {count} samples, in the order of draw'
export const sampleLeftOutNext =
  'We tell the patient what was not taken. They give it another time and pay nothing more.'
export const sampleNothingTaken = 'Nothing was taken. Choose “No sample could be taken” below.'
export const identityTitle = 'Is it the patient?'
export const identityAsk = 'Ask for name and date of birth. Do not read them out.'
export const patientBorn = '{gender}, born {day}'
export const patientBirthUnknown = '{gender}, date of birth not given'
export const labelChecked = 'label checked'
export const tubeNotTaken = 'Not taken'
export const tubeUndo = 'Undo: not taken'
export const tubeLeave = 'I cannot take it'
export const labelField = 'Label on the tube'
export const labelHintScan = 'Scan it, or type it exactly as written.'
export const labelHint = 'Type it exactly as written.'
export const labelMissing = 'Check each label, or say that you cannot take the sample.'
export const labelCheck = 'Check label'
export const scan = 'Scan'
export const scanTitle = 'Scan the label'
export const leftTitle = 'Why can it not be taken?'
export const goBack = 'Go back'
export const leftDo = 'Leave it out'
export const reasonMissing = 'Choose a reason.'
export const leftNoteLabel = 'In your own words'
export const leftNoteHint = 'The patient reads this. Write no names.'
export const leftNoteMissing = 'Write it in a few words.'
export const leftUndo = 'It can be taken after all'

// Photos of the tubes
export const photoTitle = 'Photo of the tubes'
export const photoOptional = '(optional)'
export const photoWhat =
  'It helps the lab if a tube or its label is unclear. Take {only}, never a face, papers or the room.'
export const photoOnlyTubes = 'the tubes and their labels only'
export const photoAskFirst = 'Ask the patient first.'
export const photoAgreed = 'I asked the patient first, and they agree'
export const photoUnread = 'We could not read this picture. Take it again.'
export const photoUnsaved =
  'This phone is full, or its browser cannot save anything. Leave this page open until the photo is sent.'
export const photoTake = 'Take a photo of the tubes'
export const photoTakeAnother = 'Take another photo'
export const photoName = 'photo {place}, {time}'
export const photoAlt = 'The tubes, {name}'
export const photoAgain = 'Take again'
export const photosTitle = 'Photos of the tubes'
export const photosWaiting =
  '{count} photo not sent yet. Your phone sends it after your steps. If you log out or close this page, it is lost. | {count} photos not sent yet. Your phone sends them after your steps. If you log out or close this page, they are lost.'
export const photosWaitingUnsaved =
  '{count} photo not sent yet. Your phone sends it after your steps. Leave this page open until then. | {count} photos not sent yet. Your phone sends them after your steps. Leave this page open until then.'
export const photosSent =
  '{count} photo sent, and no longer on this phone. | {count} photos sent, and no longer on this phone.'
export const photoYours = 'Your photo'
export const photoConflictWith = 'A photo of the tubes, {patient}: it was not saved'
export const photoConflict = 'A photo of the tubes: it was not saved'
export const photoRefusedMany = 'This visit already has three photos.'
export const photoRefusedVisit = 'The visit has changed, or it ended more than a day ago.'
export const photoRefused = '{why} This does not affect the samples or anything else you did there.'
export const photoByPhlebotomist = 'Photo by the phlebotomist'
export const photoTakenBy =
  'Taken by the phlebotomist, {when}. We record each time the lab or an operator opens it.'
export const photoOfVisitAlt = 'The tubes of this visit with their labels'
export const photoGone = 'This photo was deleted, or you can no longer see it.'

// Handing over at the lab
export const deliverTitle = 'Bring them to the lab'
export const deliverCount = 'How many samples do you hand over?'
export const deliverOneFewer = 'One fewer'
export const deliverOneMore = 'One more'
export const deliverFewer =
  '{count} sample fewer than you took. Tell the lab why. | {count} samples fewer than you took. Tell the lab why.'
export const delivered = 'Handed over'

// A visit without a sample
export const missTitle = 'Why was no sample taken?'
export const missDo = 'Report as missed'
export const missEmail = 'We email the patient, and they choose another day.'
export const missTooEarly =
  'From {time} you can also report that no one opened. The patient expects you from then.'

// Home visits, for operators
export const visitsCount = '{count} visit | {count} visits'
export const todayIs = 'Today, {day}'
export const visitsOnDay = 'Visits on {day}'
export const visitsNoneOnDay = 'No visit on this day'
export const visitsAnotherDay = 'Choose another day.'
export const peopleNoneTitle = 'No phlebotomist yet'
export const peopleNone =
  'Invite one on the staff page. Then choose their areas here. Before that, they get no visits.'
export const peopleTitle = 'Phlebotomists'
export const visitsTitle = 'Home visits'
export const visitsAllAssignedTitle = 'Every visit has a phlebotomist.'
export const visitsAllAssigned =
  'We look for phlebotomists who serve the area. The one with the fewest visits that day gets the visit. You see a visit here if no phlebotomist can take it. You also see it here if no one set off in time.'
export const visitsHint = 'Who visits which patient, and the areas of each phlebotomist.'
export const visitsUnassigned = 'Visits that no one goes to'
export const visitsByDay = 'By day'
export const visitsCapacity = 'Capacity'
export const visitOverdue = 'Overdue'
export const visitLocked = 'Door code locked'
export const visitUnassigned = 'No phlebotomist yet'
export const anotherTime = 'Another time'
export const assign = 'Assign'
export const assignChange = 'Change phlebotomist'

// Assigning a visit
export const assigned = 'The visit is assigned'
export const assignTitle = 'Who goes to {patient}?'
export const assigning = 'Assigning'
export const assignFailed = 'The visit was not assigned'
export const assignedNow = 'It is assigned to {name} now. The door code will change.'
export const whyLabel = 'Why?'
export const whyHint = 'Only operators read this.'
export const whyMissing = 'Write why, in a few words.'
export const assignNoPhlebotomist = 'There is no phlebotomist yet. Invite one on the staff page.'
export const phlebotomist = 'Phlebotomist'
export const assignChoose = 'Choose a phlebotomist.'
export const assignLoad =
  '{count} visit of {most} that day · {areas} | {count} visits of {most} that day · {areas}'

// Another time, chosen by an operator
export const moveDone = 'The visit has a new time'
export const moveTitle = 'Another time for {patient}'
export const moving = 'Moving'
export const moveFailed = 'The visit was not moved'
export const moveNow =
  'Now: {day} {time}, {lab}, {location}. Agree the new time with the patient first. They pay nothing for it, and we tell them once.'
export const moveDayMissing = 'Choose a day.'
export const moveTimeMissing = 'Choose a time.'

// Capacity
export const capacityTitle = 'Capacity for visits'
export const stateLabel = 'State'
export const capacityUncoveredTitle = 'Visits are booked where no phlebotomist goes'
export const capacityUncovered =
  '{areas} Under Phlebotomists, give the area to a phlebotomist. Or assign each visit yourself.'
export const capacityNoAreasTitle = 'No phlebotomist has an area yet'
export const capacityNoAreas =
  'Under Phlebotomists, choose the areas of each phlebotomist. After that, patients can book visits there.'
export const capacityExplained =
  '“Free” is how many more visits the phlebotomists of the area can make. A lab may take fewer. We count each phlebotomist once. So a visit in one area can leave fewer visits free in another.'
export const areaPhlebotomists = '{count} phlebotomist | {count} phlebotomists'
export const areaUncovered = 'No phlebotomist goes here'
export const areaUnassigned = '{count} visit without a phlebotomist | {count} visits without a phlebotomist'
export const areaWindows = 'Time windows, {area}'
export const areaElsewhere = 'Elsewhere in {state}'
export const windowBooked = '{booked} booked'
export const windowHeld = '{held} held'
export const windowOver = 'Over'
export const windowFree = '{left} free'
export const windowFull = 'Full'
export const windowNone = 'None'
export const areaVisits = '{area} ({count} visit) | {area} ({count} visits)'

// Phlebotomists and their areas
export const personNoArea = 'Has no area yet'
export const personLoad =
  '{count} visit today, at most {most} · {areas} | {count} visits today, at most {most} · {areas}'
export const changeAreas = 'Change areas'
export const areasSaved = 'The areas are saved'
export const areasTitle = 'Where does {name} go?'
export const areasNotSaved = 'The areas were not saved'
export const areasNow = 'Now:'
export const dailyVisitsLabel = 'Visits a day, at most'
export const dailyVisitsHint = 'An operator can still assign more.'
export const dailyVisitsWrong = 'Write a number from 1 to 40.'
export const areasNone = 'No lab offers home visits yet.'
export const areasOfState = 'Areas of {state}'
export const areasWholeState = 'All of {state}'

// A page of another type of account
export const notFoundTitle = 'Page not found'
