import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { root } from './runtime.ts'

/** A command of the check or the tests. Commands from packages are found by their bare name. */
export type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Record<string, string>
}

const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)

const running = new Set<ChildProcess>()
// Whatever stops us also stops what we started, even if the launcher above us is killed.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, abandon)
process.channel?.unref()

function abandon(): never {
  for (const child of running) child.kill('SIGTERM')
  process.exit(1)
}

/** Runs a step with its output withheld, reports the result, and shows the output if it failed. */
function runQuietly(step: Step): Promise<boolean> {
  return timed(step, 'pipe')
}

/** Runs a step with its output shown as it comes, for long ones. */
export function runOpenly(step: Step): Promise<boolean> {
  console.log(`\n— ${step.name}`)
  return timed(step, 'inherit')
}

/** Runs up to `width` steps in parallel and returns whether all succeeded. A failing step does not stop the others. */
export async function runAll(steps: readonly Step[], width: number): Promise<boolean> {
  const waiting = [...steps]
  let well = true
  async function work(): Promise<void> {
    for (let step = waiting.shift(); step; step = waiting.shift()) well = (await runQuietly(step)) && well
  }
  await Promise.all(Array.from({ length: width }, work))
  return well
}

async function timed({ name, command, env }: Step, output: 'pipe' | 'inherit'): Promise<boolean> {
  const started = performance.now()
  const [program = '', ...words] = command
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', output, output],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  running.add(child)
  const [code] = await once(child, 'close')
  running.delete(child)
  const well = code === 0
  console.log(
    `${well ? '✓' : '✗'} ${name.padEnd(24)} ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s`,
  )
  const worthReading = !well || text.includes('warning: ')
  if (worthReading && text) console.log(text.trimEnd().replace(/^/gm, '    '))
  return well
}
