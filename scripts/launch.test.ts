import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Says how many SIGTERMs it got within 2 seconds of the first one. */
const program = `
let signals = 0
process.on('SIGTERM', () => {
  signals += 1
  if (signals === 1) setTimeout(() => { console.log('signals: ' + signals); process.exit(0) }, 2_000)
})
setInterval(() => {}, 1_000)
console.log('ready')
`

/** The program under the launcher, as npm starts it: through a shell, which a SIGTERM ends at once. */
async function startAsNpmDoes() {
  const folder = mkdtempSync(join(tmpdir(), 'labalaba-launch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const script = join(folder, 'program.mjs')
  writeFileSync(script, program)
  const command = `"${process.execPath}" scripts/launch.mjs "${relative(root, script)}" & echo "pid $!"; wait`
  const shell = spawn('sh', ['-c', command], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/ready/)
  const launcher = Number(/pid (\d+)/.exec(said)?.[1])
  return { shell, launcher, said: () => said }
}

test.skipIf(process.platform !== 'linux')(
  'a stopped npm start passes on one SIGTERM, so that the product can drain',
  async () => {
    const { shell, said } = await startAsNpmDoes()
    shell.kill('SIGTERM')
    await once(shell, 'close')
    expect(said()).toContain('signals: 1\n')
  },
  40_000,
)

test.skipIf(process.platform !== 'linux')(
  'a SIGTERM to every process of npm start reaches the product once from the launcher',
  async () => {
    const { shell, launcher, said } = await startAsNpmDoes()
    process.kill(launcher, 'SIGTERM')
    shell.kill('SIGTERM')
    await once(shell, 'close')
    expect(said()).toContain('signals: 1\n')
  },
  40_000,
)
