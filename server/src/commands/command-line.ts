import { parseArgs } from 'node:util'
import { type Command, type Typed, WrongUse } from './command.ts'

export type Commands = Readonly<Record<string, Command>>

/** The outcome of reading a command line: a text to print, or a command to run. */
export type ReadCommand = { readonly help: string } | { readonly command: Command; readonly typed: Typed }

/** Reads the words after `npm run labalaba --`. Throws WrongUse if they are not valid. */
export function readCommandLine(commands: Commands, words: readonly string[]): ReadCommand {
  const [name, ...rest] = words
  if (name === undefined || name === 'help' || name === '--help' || name === '-h')
    return { help: helpOf(commands) }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new WrongUse(`There is no command "${name}".\n\n${helpOf(commands)}`)
  if (rest.includes('--help') || rest.includes('-h')) return { help: commandHelp(name, command) }
  return { command, typed: readTyped(name, command, rest) }
}

function readTyped(name: string, command: Command, rest: readonly string[]): Typed {
  const { values, positionals } = parse(name, command, rest)
  const wanted = Object.entries(command.arguments ?? {})
  if (positionals.length > wanted.length)
    throw new WrongUse(
      `${name} does not know what to do with "${positionals[wanted.length]}".\n\n${commandHelp(name, command)}`,
    )
  const absent = [
    ...wanted
      .filter(([, { optional }], place) => !optional && !positionals[place])
      .map(([word]) => `<${word}>`),
    ...Object.entries(command.options ?? {})
      .filter(([option, { optional }]) => !optional && !values[option]?.trim())
      .map(([option]) => `--${option}`),
  ]
  if (absent.length > 0)
    throw new WrongUse(`${name} needs ${absent.join(' and ')}.\n\n${commandHelp(name, command)}`)
  return { argument: (place) => positionals[place], option: (option) => values[option]?.trim() || undefined }
}

function parse(name: string, command: Command, rest: readonly string[]) {
  const names = Object.keys(command.options ?? {})
  const options = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new WrongUse(`${words}\n\n${commandHelp(name, command)}`)
  }
}

function helpOf(commands: Commands): string {
  const longest = Math.max(...Object.keys(commands).map((name) => name.length))
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(longest)}  ${summary}`)
  return [
    'npm run labalaba -- <command> …',
    '',
    ...list,
    '',
    'npm run labalaba -- <command> --help shows more.',
    'It uses the database of DATABASE_OWNER_URL or DATABASE_URL. Without one, it uses the one in DATA_DIR, running or not.',
  ].join('\n')
}

function commandHelp(name: string, command: Command): string {
  const places = Object.entries(command.arguments ?? {}).map(
    ([word, { means, optional }]) => [optional ? `[${word}]` : `<${word}>`, means] as const,
  )
  const options = Object.entries(command.options ?? {}).map(
    ([word, { means, optional }]) => [optional ? `[--${word} …]` : `--${word} …`, means] as const,
  )
  const all = [...places, ...options]
  const longest = Math.max(0, ...all.map(([word]) => word.length))
  return [
    `npm run labalaba -- ${[name, ...all.map(([word]) => word)].join(' ')}`,
    '',
    command.summary,
    ...(all.length > 0 ? ['', ...all.map(([word, means]) => `  ${word.padEnd(longest)}  ${means}`)] : []),
    ...(command.notes ? ['', command.notes] : []),
  ].join('\n')
}
