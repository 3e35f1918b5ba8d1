import { importPasswords } from '../modules/accounts/index.ts'
import { type Command, needed } from './command.ts'
import { counted, inOneGo } from './import-file.ts'

/** Adds common or stolen passwords to the list of those that users may not choose. */
export const importPasswordsCommand: Command = {
  summary: 'Adds a list of common or stolen passwords, which no one can then choose.',
  arguments: { 'passwords.txt': { means: 'a file with one password, or the SHA-1 of one, in each line' } },
  notes: [
    'The files of Have I Been Pwned can be used as they are: a SHA-1 in hexadecimal digits, a colon and a count.',
    'The database keeps eight bytes of the hash of each. An import adds to earlier ones. Passwords in use stay.',
  ].join('\n'),
  async run({ db, readLines, print }, typed) {
    const { added, known, unread } = await inOneGo(db, (tx) =>
      importPasswords(tx, readLines(needed(typed, 0))),
    )
    print(`Imported ${counted(added, 'password')}.`)
    if (known > 0) print(`Already on the list: ${counted(known, 'password')}.`)
    if (unread > 0)
      print(`${counted(unread, 'line')} were not read: longer than 128 characters, or not UTF-8 text.`)
  },
}
