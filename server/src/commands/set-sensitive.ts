import { saySensitive } from '../modules/results/index.ts'
import { type Command, CommandFailed, needed, neededOption, WrongUse } from './command.ts'

/** Sets whether only the patient reads the result of a test, and whether it is released only with counselling. */
export const setSensitiveCommand: Command = {
  summary:
    'Sets if only the patient reads the result of a test, and if someone must talk to the patient first.',
  arguments: { test: { means: 'code of the test, such as hiv-screen' } },
  options: {
    because: { means: 'why, in a few words such as HIV; no if it is no longer sensitive' },
    counselling: {
      means:
        'yes if someone must talk to the patient before the result is released, no if not; without it, as before',
      optional: true,
    },
  },
  notes: [
    'The change works at once, also for results that are not released yet. Bookings from before a no stay as they were.',
    'Later versions of our catalogue keep your setting.',
  ].join('\n'),
  async run({ db, clock, print }, typed) {
    const [testCode, words] = [needed(typed, 0), neededOption(typed, 'because').trim()]
    const because = words.toLowerCase() === 'no' ? null : words
    if (words === '' || words.toLowerCase() === 'yes' || words.length > 80)
      throw new WrongUse(`--because is "${words}"; say why in a few words, or no.`)
    const counselling = typed.option('counselling')
    if (counselling !== undefined && (because === null || (counselling !== 'yes' && counselling !== 'no')))
      throw new WrongUse(`--counselling is "${counselling}"; give yes or no, and with --because a reason.`)
    const said = { testCode, because, ...(counselling && { counselling: counselling === 'yes' }) }
    const changed = await db.transaction().execute((tx) => saySensitive(tx, [said], clock.now()))
    if (changed === 0) throw new CommandFailed(`There is no test ${testCode}; a package has none of its own.`)
    print(because === null ? `${testCode} is no longer sensitive.` : `${testCode} is sensitive: ${because}.`)
  },
}
