import { spawnSync } from 'node:child_process'
import { lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The account that runs PostgreSQL: the prefix of its command, and the owner that its files need. */
export type Account = { readonly prefix: readonly string[]; readonly uid: number; readonly gid: number }

const nobody = 65534

/**
 * Chooses an account that can run `program` and write to `folder`, which is created if necessary and given to that account.
 * PostgreSQL refuses to run as root, so root switches to another account in a way that works on this machine.
 */
export function chooseAccount(folder: string, program: string): Account {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) return { prefix: [], uid, gid: process.getgid?.() ?? 0 }
  const owner = lstatSync(folder)
  const first = owner.uid === 0 ? [renamed, steppedDown(nobody, nobody)] : [steppedDown(owner.uid, owner.gid)]
  for (const account of first) {
    giveTo(account, folder)
    if (canRun(account, folder, program)) return account
  }
  throw new Error(
    'PostgreSQL does not run as root, and neither `unshare --user` nor `setpriv` works here. ' +
      'Start Labalaba as an ordinary user, or set DATABASE_URL to a PostgreSQL that runs already.',
  )
}

/** Root for the file system but without its privileges, under the name `nobody`. Works in a closed home folder. */
const renamed: Account = {
  prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'],
  uid: 0,
  gid: 0,
}

/**
 * Another user that may pass through closed folders to its own. Without `no_setuid_fixup` the system would ignore that
 * permission when initdb checks whether it may run a program.
 */
function steppedDown(uid: number, gid: number): Account {
  const through = [
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ]
  return {
    prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...through, '--'],
    uid,
    gid,
  }
}

function canRun(account: Account, folder: string, program: string): boolean {
  const test = 'test -w "$0" && exec "$1" --version'
  const [command, ...rest] = [...account.prefix, 'sh', '-c', test, folder, program]
  return command !== undefined && spawnSync(command, rest, { stdio: 'ignore' }).status === 0
}

/** Gives a file, or a folder with all that it contains, to an account. */
export function giveTo(account: Account, path: string): void {
  const now = lstatSync(path)
  if (now.uid === account.uid && now.gid === account.gid) return
  if (now.isDirectory()) for (const name of readdirSync(path)) giveTo(account, join(path, name))
  lchownSync(path, account.uid, account.gid)
}
