// The doctor’s inbox
export const inboxTitle = 'Results inbox'
export const inboxSays = 'Results your patients have shared with you. Critical ones come first.'
export const loadingMore = 'Loading more'
export const showMore = 'Show more'
export const lockedTitle = 'Your inbox is locked'
export const givePassword = 'Give my password'
export const lockedSays = 'Results are private. Your password opens them for 15 minutes.'
export const emptySays = 'Results come here when they are ready, if the patient lets you read them.'
export const emptyTitle = 'No results are waiting for you'
export const seePatients = 'See my patients'
export const takenBackTests = 'Taken back by the lab: {tests}'
export const testsKeptPrivate = '{count} test kept private | {count} tests kept private'
export const critical = 'Critical'
export const takenBack = 'Taken back'
export const corrected = 'Corrected'
export const unread = 'New'
export const acknowledged = 'Acknowledged'

// Acknowledging results
export const acknowledgedTitle = 'You have acknowledged these'
export const takenBackTitle = 'A result was taken back'
export const acknowledgeTitle = 'Have you dealt with these results?'
export const acknowledgedAt = 'Acknowledged {at}'
export const takenBackSays =
  'The lab has taken back what you had read. Acknowledge it once you know what that changes.'
export const acknowledgeSays =
  'Acknowledge them once you have read them and know what to do. A corrected one, or one with an addition, comes back to your inbox.'
export const acknowledge = 'Acknowledge {count} result | Acknowledge {count} results'
export const nothingToAcknowledge = 'There is nothing to acknowledge.'
export const testsPrivate = '{name} keeps {count} test private. | {name} keeps {count} tests private.'
export const testsNotOpened =
  '{name} has not let you read {count} other test of this order. | {name} has not let you read {count} other tests of this order.'
export const openedUntil =
  'You opened a result without consent. You can read it until {time}. {name} sees each time you look, and your reason.'
export const readBecause =
  'You can read these because {name} has agreed. We record each time you look, and they see it.'
export const backToInbox = 'Back to the inbox'
