import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../runtime.ts'
import { readContainerfile } from './containerfile.ts'

/**
 * `npm run try-containerfile -- <folder>`: runs the steps of `deploy/Containerfile` without a container engine, as root on
 * Debian, in a new Debian made by `debootstrap` in the folder. It weighs the image, and starts a program in it as the user of
 * the image. The base images cannot differ much: both are Debian 12 with this Node.
 */
const place = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'labalaba-container-'))
/** What the image may weigh, in bytes. */
const most = 250_000_000

const [build, last] = readContainerfile(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'))
if (!build || !last) throw new Error('The Containerfile has no two stages.')

const run = (program: string, args: readonly string[]) => execFileSync(program, args, { stdio: 'inherit' })
const clean = ['-i', 'HOME=/root', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']
const inside = (command: string) =>
  run('chroot', [place, '/usr/bin/env', ...clean, '/bin/sh', '-ec', command])

if (!existsSync(join(place, 'bin/sh'))) run('debootstrap', ['--variant=minbase', 'bookworm', place])
installNode()
let folder = '/'
for (const { name, rest } of build.steps) {
  console.log(`— ${name} ${rest}`)
  if (name === 'WORKDIR') {
    folder = rest
    mkdirSync(join(place, folder), { recursive: true })
  } else if (name === 'COPY') copySources(join(place, folder))
  else inside(`cd ${folder}; ${rest}`)
}

const image = join(place, 'image')
const size = sizeOf(image)
console.log(`The image has ${Math.round(size / 1_000_000)} MB.`)
const [user = ''] = last.steps.flatMap(({ name, rest }) => (name === 'USER' ? [rest] : []))
run('chroot', [
  `--userspec=${user}`,
  image,
  '/usr/local/bin/node',
  '/app/scripts/launch.mjs',
  'scripts/labalaba.ts',
  'help',
])
if (size > most) throw new Error(`The image must have less than ${most / 1_000_000} MB.`)

/** Node as in the base image: the pinned one, with the npm and the npm settings of this machine. */
function installNode(): void {
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  cpSync(process.execPath, join(place, 'usr/local/bin/node'))
  cpSync(join(npm, 'npm'), join(place, 'usr/local/lib/node_modules/npm'), { recursive: true })
  inside('ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm')
  const global = execFileSync('npm', ['config', 'get', 'globalconfig'], { encoding: 'utf8' }).trim()
  const files = [
    ...['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt'].map((file) => [file, file]),
    [`${process.env.HOME}/.npmrc`, '/root/.npmrc'],
    [global, '/usr/local/etc/npmrc'],
  ]
  for (const [from = '', to = ''] of files)
    if (existsSync(from)) cpSync(from, join(place, to), { dereference: true })
}

/** The files that git knows, and the pages that were built: `.dockerignore` leaves out the rest. */
function copySources(target: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(root, file), join(target, file))
  }
}

function sizeOf(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? lstatSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}
