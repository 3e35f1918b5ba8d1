// Which packages a part of the product needs, and whether they are installed. Plain JavaScript, as the launcher
// needs it before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What is installed for what: the workspaces, and whether with packages of developers. `product` runs the product on a
 * database of its own, `build` also builds the pages, and `everything` is for demonstrations, tests and checks.
 */
export const installs = {
  product: { workspaces: ['server'], developers: false },
  build: { workspaces: ['server', 'web'], developers: true },
  everything: { workspaces: [], developers: true },
}

/**
 * The paths in the lock file of all packages that an install needs. Optional peers are not among them. Without
 * workspaces, it is every package.
 */
export function packagesOf(lock, { workspaces, developers }) {
  const all = lock.packages
  if (workspaces.length === 0) return Object.keys(all).filter((path) => path.includes('node_modules/'))
  const found = new Set()
  const add = (path) => {
    if (found.has(path)) return
    found.add(path)
    if (all[path].link) return follow(all[path].resolved)
    follow(path)
  }
  const follow = (path) => {
    for (const name of neededBy(all[path], developers && !path.includes('node_modules/'))) {
      const place = find(all, path, name)
      if (place) add(place)
    }
  }
  for (const workspace of workspaces) follow(workspace)
  return [...found]
}

function neededBy(entry, developers) {
  const optional = entry.peerDependenciesMeta ?? {}
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => !optional[name]?.optional)
  const own = [entry.dependencies, entry.optionalDependencies, developers && entry.devDependencies]
  return [...own.flatMap((list) => Object.keys(list || {})), ...peers]
}

/** Where Node finds a package from a folder: beside it, or further up. */
function find(all, folder, name) {
  const path = `${folder && `${folder}/`}node_modules/${name}`
  if (all[path]) return path
  if (folder === '') return undefined
  return find(all, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name)
}

/**
 * Whether the packages of an install are there, in the versions of the lock file: npm writes what it installed into
 * `node_modules/.package-lock.json` when it has finished, but also what it would have installed. Optional ones may be
 * for other platforms.
 */
export function isInstalled(root, install) {
  const file = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(file)) return false
  const lock = readLock(join(root, 'package-lock.json'))
  const { packages } = readLock(file)
  return packagesOf(lock, install).every((path) => {
    const wanted = lock.packages[path]
    const own = packages[path]
    if (!own) return wanted.optional
    const isSame = own.version === wanted.version && own.integrity === wanted.integrity
    return isSame && existsSync(join(root, path))
  })
}

export function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The arguments with which npm installs exactly that. */
export function argumentsOf({ workspaces, developers }) {
  const chosen = workspaces.map((name) => `--workspace=${name}`)
  return ['ci', developers ? '--include=dev' : '--omit=dev', '--include=optional', ...chosen]
}

/** What a person can do after `npm ci` has failed with these words. */
export function adviseOn(words) {
  const [, code] = /npm (?:error|ERR!) (?:code|errno) (\w+)/.exec(words) ?? []
  const unreachable = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH']
  if ([...unreachable, 'ENETUNREACH', 'ERR_SOCKET_TIMEOUT', 'FETCH_ERROR'].includes(code))
    return `npm cannot reach the package registry (${code}), from which it installs the packages of Labalaba once. Check the network. If you use a proxy or a registry of your own, set it with \`npm config set proxy …\` or \`npm config set registry …\`. For a machine without a network, make a release on another machine (\`npm run release\`) and copy it: docs/operations/install.md.`
  if (/^(SELF_SIGNED|UNABLE_TO|CERT_|DEPTH_ZERO)/.test(code ?? ''))
    return `npm does not trust the certificate of the package registry (${code}). If a proxy of your network ends TLS, name its authority: \`npm config set cafile …\`.`
  if (code === 'ENOSPC')
    return 'The disk is full. Labalaba needs about 1.2 GB with the packages of developers, and 250 MB without.'
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `npm may not write to this folder (${code}). Give the folder to the account that runs this command.`
  return '`npm ci` did not succeed; its message is above. It needs the package registry and some disk.'
}
