/** What tests ask about the patient, at booking and at the lab. */

// At booking
export const questionsTitle = 'For the lab'
export const questionsWhy =
  'Your answers help the lab to read the results. Only the lab sees them. You may leave them empty.'
export const isPregnant = 'Is the patient pregnant?'
export const pregnant = 'Pregnant'
export const notPregnant = 'Not pregnant'
export const pregnancyNotKnown = 'Not sure'
export const pregnancyNotSaid = 'Or rather not say'
export const week = 'Week of pregnancy'
export const weekHint = 'A number, for example 20'
export const lastPeriod = 'Or the last period'
export const lastPeriodHint = 'The first day of it'
export const weekWrong = 'Enter a week from 1 to 43.'
export const lastPeriodWrong = 'Choose a day in the last 43 weeks.'
export const takesMedicines = 'Does the patient take one of these?'
export const medicines = {
  blood_thinner: 'A blood thinner, such as warfarin',
  thyroid_medicine: 'A thyroid medicine, such as levothyroxine',
  antibiotics: 'Antibiotics, now or in the last two weeks',
} as const
export const noMedicine = 'None of these'
export const indication = 'Why is the test wanted?'
export const indicationHint = 'For example, cough for three weeks'
export const urgent = 'This is urgent'
export const intervalsOf = 'Compare the results with what is usual for'
export const intervalsOfWomen = 'women'
export const intervalsOfMen = 'men'

// At the lab
export const detailsTitle = 'Clinical details'
export const detailsNone = 'Nothing is recorded yet.'
export const detailsChange = 'Change'
export const detailsAdd = 'Add details'
export const detailsSaved = 'Details saved'
export const detailsSave = 'Save'
export const detailsFailed = 'Not saved yet'
export const detailsChanged = 'A colleague has changed these details'
export const detailsChangedSays =
  'Their answers are filled in, and what you typed is still here. Check all of them, then save.'
export const detailsJudged =
  'Values are compared with the intervals that fit these answers. Results that are verified stay as they are.'
export const detailsPrivate =
  'Only the lab reads this. A report of a test that needs fasting says the last meal.'
export const birthNeeded = 'The booking has no date of birth. Ask the patient before you take the sample.'
export const birthUnknown = 'The date of birth is missing. Add it before you verify.'
export const birthPrinted = 'It is printed on the report.'
export const birthUnknownLink = 'Add it to the order'
export const birthLabel = 'Date of birth'
export const ageLabel = 'Or the age in years'
export const ageHint = 'If the patient does not know the date. Not for a child under 2.'
export const counselledLabel = 'Talk with the patient before the test'
export const counselledHint = 'Who talked with them, what they were told, and what they agreed to'
export const counsellingNeeded =
  'Talk with the patient before you take the sample, and record it here: a test of this order needs it.'
export const fastedLabel = 'Hours since the last meal'
export const intervalsLabel = 'Compare the results with the intervals of'
export const intervalsBooked = 'The sex on the booking: {gender}'
export const intervalsFemale = 'Female, as the patient chose'
export const intervalsMale = 'Male, as the patient chose'
export const notAsked = 'Not answered'
export const factPregnancy = 'Pregnancy'
export const factMedicines = 'Medicines'
export const factCounselled = 'Talk before the test'
export const factFasting = 'Last meal'
export const factIndication = 'Reason'
export const factIntervals = 'Intervals'
export const factBorn = 'Born'
export const pregnantInWeek = 'Pregnant, week {week}'
export const pregnantNoWeek = 'Pregnant, week not known'
export const pregnancyUnknown = 'Pregnancy not known'
export const mealHoursAgo = '{count} hour before | {count} hours before'
export const aboutAge = 'About {age}'
export const shortMedicines = {
  blood_thinner: 'blood thinner',
  thyroid_medicine: 'thyroid medicine',
  antibiotics: 'antibiotics',
} as const
export const noneOfThem = 'None of those asked'
export const urgentTag = 'Urgent'
export const changedBy = 'Changed by {name}'
