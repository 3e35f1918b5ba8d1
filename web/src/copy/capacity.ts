// How many home visits a lab makes
export const title = 'Home visits'
export const noVisitsTitle = 'Your lab makes no home visits'
export const noVisitsWords = 'Patients come to you. Write to us if you would like to offer home visits.'
export const words =
  'Enter how many patients you can visit in each two-hour window. 0 means that no one can book it.'
export const everyWeek = 'Every week'
export const closed = 'closed'
export const toAllDays = 'To all days'
export const toAllDaysAs = 'To all days, as on {day}'
export const specialDays = 'Special days'
export const noSpecialDays = 'None yet. Add days when fewer or more phlebotomists work, each with its date.'
export const specialDay = 'special day {number}'
export const removeDay = 'Remove {day}'
export const addDay = 'Add a day'
export const numberWrong = 'Enter whole numbers from 0 to 500.'
export const chooseDay = 'Choose a day, or remove this one.'
export const saveNumbers = 'Save the numbers'
export const saved = 'Saved. It applies to every booking from now on.'
export const notSaved = 'The numbers are not saved'
export const changedTitle = 'The numbers were changed in the meantime, so yours are not saved yet'
export const changedWords =
  '{name} has saved other numbers. What you typed is still here. If you save now, your numbers replace theirs.'
export const anotherPerson = 'Another person'
export const lastChanged = 'Last changed by {name} on {when}.'

// More visits than places
export const tooManyTitle = 'More visits are booked than you have places for'
export const fewerTitle = 'More visits are booked than that'
export const fewerWords =
  'No patient loses a booked visit. These windows are full, and no new patient can book them.'
export const saveAnyway = 'Save anyway'
export const beyond =
  '{day}, {window}: {count} visit is booked, and you have room for {places}. | {day}, {window}: {count} visits are booked, and you have room for {places}.'
