import { auditCheckOf, compareAnchors, readAnchors, walkChain } from '../modules/audit/index.ts'
import { type Command, CommandFailed, needed } from './command.ts'
import { counted } from './import-file.ts'

/** Checks the audit chain, from its first link, against anchors that another person saved. It only reads. */
export const checkAuditCommand: Command = {
  summary: 'Checks the chain of history against the signed anchors in a file, such as saved mails.',
  arguments: { file: { means: 'a text with anchors: lines that start with labalaba-audit-1' } },
  notes:
    'It checks the whole chain with the keys of SECRET_KEY and SECRET_KEYS_BEFORE. Take the file from a person who cannot change the database.',
  async run({ db, config, print, readFile }, typed) {
    const { keys } = await auditCheckOf(db, config)
    const anchors = readAnchors(readFile(needed(typed, 0)))
    if (anchors.length === 0) throw new CommandFailed(`${needed(typed, 0)} has no anchor.`)
    const { position, findings } = await walkChain(db, keys, 1, null)
    const wrong = [...findings, ...(await compareAnchors(db, keys, anchors, 'in the file'))]
    for (const { day, findings: then } of anchors.filter(({ findings: then }) => then > 0))
      print(`The anchor of ${day} says that a check found ${counted(then, 'problem')} on that day.`)
    if (wrong.length > 0) throw new CommandFailed(wrong.join('\n'))
    const days = anchors.map(({ day }) => day).toSorted()
    print(
      `The chain of ${counted(position, 'link')} is whole and fits ${counted(anchors.length, 'anchor')}, ${days[0]} to ${days.at(-1)}.`,
    )
  },
}
