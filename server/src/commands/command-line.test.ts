import { describe, expect, it } from 'vitest'
import { commands } from '../cli.ts'
import { WrongUse } from './command.ts'
import { readCommandLine } from './command-line.ts'

function read(...words: string[]) {
  return readCommandLine(commands, words)
}

function help(...words: string[]): string {
  const asked = read(...words)
  return 'help' in asked ? asked.help : ''
}

function refusal(...words: string[]): string {
  try {
    read(...words)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(WrongUse)
    return error instanceof Error ? error.message : ''
  }
}

describe('the command line', () => {
  it.each([[], ['help'], ['--help'], ['-h']])('lists every command for %j', (...words) => {
    for (const name of Object.keys(commands)) expect(help(...words)).toContain(name)
  })

  it.each(Object.keys(commands))('explains %s', (name) => {
    expect(help(name, '--help')).toContain(`npm run labalaba -- ${name}`)
    expect(help(name, '--help')).toContain(commands[name]?.summary)
  })

  it('passes the arguments to a command', () => {
    const asked = read('create-operator', '--email', 'ada@example.com', '--name=Ada Obi')
    if ('help' in asked) expect.unreachable()
    expect(asked.typed.option('email')).toBe('ada@example.com')
    expect(asked.typed.option('name')).toBe('Ada Obi')
    expect(asked.typed.option('phone')).toBeUndefined()
  })

  it.each([
    [['sing'], 'There is no command "sing".'],
    [['toString'], 'There is no command "toString".'],
    [['create-operator'], 'create-operator needs --email and --name.'],
    [['create-operator', '--email', 'a@b.example', '--name', ' '], 'create-operator needs --name.'],
    [['create-operator', '--mail', 'a@b.example'], "Unknown option '--mail'"],
    [['import-labs', 'labs.csv'], 'import-labs needs <locations.csv>.'],
    [['import-prices', 'a.csv', 'b.csv'], 'import-prices does not know what to do with "b.csv".'],
  ])('refuses %j', (words, message) => {
    expect(refusal(...words)).toContain(message)
  })
})
