import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../runtime.ts'
import { settingNames } from './settings.ts'

const systemd = join(root, 'deploy/systemd')
const proxies = join(root, 'deploy/proxy')
const path = `${process.env.PATH}:/usr/sbin:/sbin`
const run = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH: path, ...env } })
const isThere = (program: string) => run(program, ['--version']).error === undefined
const missing = (program: string) => (isThere(program) ? '' : ` (skipped: ${program} is not installed)`)

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const read = (file: string) => readFileSync(join(systemd, file), 'utf8')
const shared = 'labalaba-.service.d/hardening.conf'
const units = ['labalaba-web@.service', 'labalaba-worker@.service', 'labalaba-migrate.service']

test('the units are these, and every setting that they name is one of the product', () => {
  const drill = ['labalaba-drill.service', 'labalaba-drill.service.d', 'labalaba-drill.timer']
  expect(readdirSync(systemd).toSorted()).toEqual(['labalaba-.service.d', ...units, ...drill].toSorted())
  const names = [...units, shared].flatMap((unit) =>
    [...read(unit).matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    ),
  )
  expect(names).toEqual(expect.arrayContaining(['ROLE', 'PORT', 'WORKER_PORT', 'DATA_DIR', 'NODE_ENV']))
  expect(names.filter((name) => !settingNames.has(name))).toEqual([])
})

test('the drill is not given the account, the settings and the limits of the site', () => {
  const [replaced] = readdirSync(join(systemd, 'labalaba-drill.service.d'))
  expect(`labalaba-.service.d/${replaced}`).toBe(shared)
  expect(read(`labalaba-drill.service.d/${replaced}`)).toMatch(/^#[^\n]*\n$/)
  expect(read('labalaba-drill.service')).toMatch(/^User=postgres$/m)
})

test('a file can be rewritten under the filter of system calls', () => {
  expect(read(shared)).toMatch(
    /^SystemCallFilter=~@privileged @resources\n(#.*\n)?SystemCallFilter=setpriority$/m,
  )
})

test('only the migration reads the login of the owner', () => {
  const readers = [...units, shared].filter((unit) => /^EnvironmentFile=.*owner\.env$/m.test(read(unit)))
  expect(readers).toEqual(['labalaba-migrate.service'])
})

test('a unit gets DRAIN_SECONDS and 20 seconds more before it is killed', () => {
  for (const unit of units.slice(0, 2)) {
    expect(read(unit)).toMatch(/^KillMode=mixed$/m)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(unit))?.[1])).toBeGreaterThanOrEqual(25)
  }
})

const instances = ['labalaba-web@3001.service', 'labalaba-worker@3101.service', 'labalaba-migrate.service']

test.skipIf(!isThere('systemd-analyze'))(
  `systemd understands the units, and finds them well closed${missing('systemd-analyze')}`,
  () => {
    const folder = openFolder()
    cpSync(systemd, folder, { recursive: true })
    const env = { SYSTEMD_UNIT_PATH: `${folder}:` }
    for (const unit of instances) {
      const verified = run('systemd-analyze', ['verify', unit], env)
      const complaints = verified.stderr
        .split('\n')
        .filter((line) => line !== '' && !/node is not executable/.test(line))
      expect(complaints.filter((line) => line.includes('labalaba'))).toEqual([])
      const judged = run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], env)
      expect(judged.status, judged.stdout.slice(-200)).toBe(0)
    }
  },
)

test.skipIf(!isThere('haproxy'))(`HAProxy understands its example${missing('haproxy')}`, () => {
  const folder = openFolder()
  const file = join(folder, 'haproxy.cfg')
  // The certificate of the example is the operator's.
  const text = readFileSync(join(proxies, 'haproxy.cfg'), 'utf8')
  writeFileSync(file, text.replace(' ssl crt /etc/haproxy/labalaba.pem alpn h2,http/1.1', ''))
  const checked = run('haproxy', ['-c', '-f', file])
  expect(checked.stderr + checked.stdout).not.toMatch(/ALERT/)
  expect(checked.status).toBe(0)
})

test.skipIf(!isThere('caddy'))(`Caddy understands its example${missing('caddy')}`, () => {
  const checked = run('caddy', ['validate', '--config', join(proxies, 'Caddyfile'), '--adapter', 'caddyfile'])
  expect(checked.status, checked.stderr).toBe(0)
})

test('both proxies ask /readyz, and publish no metrics', () => {
  for (const file of ['haproxy.cfg', 'Caddyfile']) {
    const text = readFileSync(join(proxies, file), 'utf8')
    expect(text).toContain('/readyz')
    expect(text).toMatch(/respond \/metrics 404|return status 404 if \{ path \/metrics \}/)
  }
})
