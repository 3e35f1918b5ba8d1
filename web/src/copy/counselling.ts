// Above the inbox of a doctor
export const waitingTalksTitle = 'Talk with these patients first'
export const waitingTalks =
  'They get their results only with someone to talk to. Note your talk before the results are out.'

// On the order of a doctor
export const talkTitle = 'Talk with the patient first'
export const talkWhy =
  'The patient gets the result of this test only with someone to talk to. Note your talk before the lab releases it. The lab reads your note, and {patient} does not. | The patient gets the results of these tests only with someone to talk to. Note your talk before the lab releases them. The lab reads your note, and {patient} does not.'
export const talkResultOut = 'The result is out. The lab talks with the patient about it.'
export const talkNeedsConsent = 'You can note a talk while {patient} lets you read private results.'
export const talkPatients = 'See my patients'
export const talkNoted = 'Noted {when}'
export const noteDone = 'Your note is with the lab'
export const noteFailed = 'Your note was not saved'
export const noteLabel = 'What was said or agreed?'
export const noteHint = 'Up to 300 characters. We save it with your name. You cannot change it later.'
export const noteMissing = 'Write it in a few words.'
export const noteSave = 'Save the note'
