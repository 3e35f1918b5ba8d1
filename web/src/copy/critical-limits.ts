// What a lab accepts
export const title = 'Critical limits'
export const readThem = 'Read the critical limits'
export const mustAccept = 'Your lab cannot verify reports yet'
export const mustAcceptSays =
  'A manager of the whole lab must first read and accept the critical limits that no pathologist has signed.'
export const unsigned =
  '{count} critical limit of your tests has no pathologist’s signature. | {count} critical limits of your tests have no pathologist’s signature.'
export const acceptedBy = '{name} accepted them for your lab on {day}.'
export const changedSince = 'They have changed since.'
export const accept = 'Accept these limits'
export const accepted = 'The critical limits are accepted'
export const notAccepted = 'The limits are not accepted'
export const acceptSays =
  'A value that reaches one of these opens a critical call. They hold in your lab until you replace them with critical limits of your own intervals. Ask your pathologist before you accept them.'
export const limitsLabel = 'Critical limits of your tests'
export const limitOf = '{whom}: {limit}'
export const orLess = '{amount} or less'
export const orMore = '{amount} or more'
export const immediate = 'Call at once'
export const urgent = 'Call within 24 hours'
export const source = 'Source: {source}'
export const sourceUnread = 'Source not read: {source}'
export const signedBy = 'Signed by {name}'
