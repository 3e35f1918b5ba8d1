// What a lab accepts
export const title = 'Clinical limits'
export const readThem = 'Read the clinical limits'
export const mustAccept = 'Your lab cannot verify reports yet'
export const mustAcceptSays =
  'A manager of the whole lab must first read and accept the clinical limits that no pathologist has signed, and the reference intervals that are to be confirmed.'
export const unsigned =
  '{count} clinical limit or interval of your tests has no pathologist’s signature. | {count} clinical limits and intervals of your tests have no pathologist’s signature.'
export const acceptedBy = '{name} accepted them for your lab on {day}.'
export const changedSince = 'They have changed since.'
export const accept = 'Accept these limits'
export const accepted = 'The clinical limits are accepted'
export const notAccepted = 'The limits are not accepted'
export const acceptSays =
  'You accept all limits and intervals below at once, for your whole lab. Ask your pathologist before you accept them.'
export const kindCount = '{kind}: {count}'
export const unreadCount = '{count} source was not read | {count} sources were not read'

// The kinds of limits, and what each does
export const critical = 'Critical limits'
export const criticalSays =
  'A value that reaches one of these opens a critical call. Critical limits of your own intervals take their place.'
export const plausibility = 'Plausibility limits'
export const plausibilitySays =
  'A value that reaches one of these is probably a mistake. Once you accept them, such a value is verified only if the verifier says why it is right. A change since the last value only warns.'
export const pregnancy = 'Limits in pregnancy'
export const pregnancySays =
  'If the patient is pregnant, values beyond these are marked too. No mark is taken away.'
export const resistance = 'Expected resistance'
export const resistanceSays =
  'These organisms resist these agents by their nature. A culture that says otherwise only warns.'
export const intervals = 'Reference intervals to be confirmed'
export const intervalsSay =
  'The sources of these intervals were not read. Once you accept them, reports no longer call them “to be confirmed”. To use your own instead, set intervals for all adults on this page.'
export const replaced = 'You use your own'

// One limit
export const limitOf = '{whom}: {limit}'
export const orLess = '{amount} or less'
export const orMore = '{amount} or more'
export const either = '{one}, or {other}'
export const changeOf =
  'a change of {amount} or more within {count} day | a change of {amount} or more within {count} days'
export const percent = '{amount} %'
export const checkIt = 'Check {check}.'
export const resists = '{organisms}: {agents}'
export const pregnant = 'Pregnant'
export const inTrimester = 'Pregnant, trimester {number}'
export const immediate = 'Call at once'
export const urgent = 'Call within 24 hours'
export const source = 'Source: {source}'
export const sourceUnread = 'Source not read: {source}'
export const signedBy = 'Signed by {name}'
