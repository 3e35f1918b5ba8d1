// States of an order
export const stateAwaitingPayment = 'Awaiting payment'
export const stateScheduled = 'Scheduled'
export const stateSampleCollected = 'Sample collected'
export const stateLabProcessing = 'Lab processing'
export const stateResultsReady = 'Results ready'
export const stateCancelled = 'Cancelled'
export const stateExpired = 'Expired'

// Counts
export const tests = '{count} test | {count} tests'
export const hours = '{count} hour | {count} hours'
export const days = '{count} day | {count} days'
export const bookings = '{count} booking | {count} bookings'

// The list of orders
export const orders = 'Orders'
export const myResults = 'My results'
export const noneTitle = 'No booking yet'
export const noneAction = 'Find a lab'
export const noneHint = 'Find a lab near you and start with one test.'
export const noneForPersonTitle = 'No booking for this person yet'
export const noneForPersonAction = 'See all orders'
export const noneForPersonHint = 'What you book for this person shows here.'
export const filterLabel = 'Whose orders'
export const filterAll = 'Everybody'
export const filterSelf = 'Myself'
export const cardBookedOn = 'Booked on {day}'

// Orders saved on the phone
export const keptTitle = 'No answer came. This is the copy on your phone'
export const keptHint =
  'It shows where to go and when. Show it at the lab’s desk. You see the rest when your network is back.'
export const keptAsOf = 'Saved on {moment}'
export const keptVisit = 'A phlebotomist comes'
export const orderId = 'Order id'
export const open = 'Open'
export const booked = 'Booked'
export const orderIsSafe = 'Your booking and your money are safe.'
export const ordersAreSafe = 'Your bookings and your money are safe.'

// The page of an order
export const pageTitle = 'Your order'
export const heading = 'Order {number}'
export const notFoundTitle = 'We do not find this order'
export const notFoundHint = 'It is not in this account. You may have booked with another email.'
export const notFoundAction = 'See my orders'
export const readResults = 'Read the results'
export const resultsWithoutConsent = 'Ask to read the results'
export const readResultsSoFar = 'Read the results so far'
export const givenUpTitle = 'Money for the tests you gave up'
export const givenUpHint = 'Our team sends it back to the person who paid. You do not need to do anything.'
export const followWithout =
  'The patient can follow this order without an account. They open the {page} with the order id and their phone or email.'
export const followPage = 'tracking page'
export const mailSubject = 'Order {reference}'
export const actFailed = 'That did not work'

// The code for the desk
export const deskTitle = 'At the lab'
export const deskHint = 'Show this at the desk, or say your order id.'
export const deskCode = 'Your order id, as a code that the desk scans'

// A new sample is needed
export const newSampleTitle = 'A new sample is needed'
export const newSamplesTitle = 'New samples are needed'
export const rejectedOn = '{lab} could not use a sample on {day}.'
export const rejectedHaemolysed = 'The blood cells had broken in the tube.'
export const rejectedClotted = 'The blood had clotted in the tube.'
export const rejectedTooLittle = 'There was not enough of it.'
export const rejectedContainer = 'It was in the wrong container.'
export const rejectedLabel = 'Its label was missing or did not match.'
export const rejectedLeaked = 'It had leaked.'
export const rejectedTooOld = 'It was too old when the lab could work on it.'
export const rejectedNote = 'The lab says: {note}'
export const newSampleCome = 'Please come to {location}, {address}.'
export const newSampleChoose =
  'Choose a time for another home visit below. Or come to {location}, {address}, on a day when it is open.'
export const newSampleIsFree = 'It is free. You do not pay again.'
export const newSampleCancel = 'If you want all of your money back, cancel the booking below.'
export const newSampleGiveUp =
  'Your other tests go on. Instead of giving a new sample, you can get a refund for its tests.'

// We cannot come to the address any more
export const nowhereTitle = 'We cannot come at the moment'
export const nowhereArea =
  'We cannot come to {area} at the moment. We have no phlebotomist there any more. We are sorry.'
export const nowhereAddress =
  'We cannot come to this address at the moment. We have no phlebotomist there any more. We are sorry.'
export const nowhereSafe = 'Your booking is still valid, and your money is safe.'
export const nowhereCome =
  'Come to {location} on a day when it is open. Say the order id at the desk. The lab takes the sample there, at no extra cost.'
export const nowhereFee = 'You get the {fee} for the home visit back.'
export const nowhereCancelPart = 'Or cancel the booking. You see your refund before you decide.'
export const nowhereCancelAll = 'Or cancel the booking and get all of your money back.'
export const nowhereLater = 'If we can come to you again, you can choose a visit time here.'

// After a payment
export const stepVisit = 'A phlebotomist comes to {address}.'
export const stepVisitToYou = 'A phlebotomist comes to you.'
export const stepGo = 'Go to {location}'
export const stepGetReady = 'Get ready'
export const stepResults = 'Results within {span} after the lab gets the sample'
export const stepResultsClosed =
  'If the lab is closed then, you get them when it opens. We send an email to {email} when they are ready.'
export const stepResultsAtLab =
  'If the lab is closed then, they are ready when it opens. The patient can get them from the lab.'

// Where and when, and how to prepare
export const walkIn = 'Walk-in Session'
export const homeVisit = 'Home Sample Collection'
export const atLab = 'At the lab'
export const landmark = 'Landmark'
export const when = 'When'
export const where = 'Where'
export const whenNewDay = 'Please choose a new day'
export const whenOpen = 'On a day when the lab is open'
export const patientBorn = '{gender}, born {day}'
export const changeTime = 'Change the time'
export const changeTimeHint = 'It costs nothing until the phlebotomist sets off.'
export const prepareTitle = 'How to prepare'
export const fastFrom = 'Do not eat from {moment}'
export const fastFor =
  'Do not eat for {count} hour before the sample | Do not eat for {count} hours before the sample'
export const prepareNothing = 'No special preparation. Eat and drink as normal.'

// An order of a lab
export const labSamples = 'Samples'
export const labNotFoundTitle = 'No paid order like that'
export const labNotFoundHint = 'It may belong to another lab or location. Or it is not paid yet.'
export const labNotFoundAction = 'To the worklist'
export const labWorklist = 'Worklist'
