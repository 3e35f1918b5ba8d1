import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type House, root } from './runtime.ts'

/** The Paystack simulator, running in a process of its own. */
export type Simulator = { stop(): Promise<void> }

const program = join(root, 'paystack-simulator/src/main.ts')

/**
 * Starts the simulator and resolves when it listens. It is restarted whenever it ends, until `stop`. It ends with this
 * process, because it watches our pipe.
 */
export async function startSimulator(house: House, port: number): Promise<Simulator> {
  let stopped = false
  let child = launch(house)
  const keeping = keep()
  await listening(port, () => !stopped && child.exitCode === null)
  return {
    async stop() {
      stopped = true
      child.kill('SIGTERM')
      await Promise.race([keeping, pause(4_000, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  }

  async function keep(): Promise<void> {
    for (let wait = 500; !stopped; wait = Math.min(wait * 2, 10_000)) {
      await ended(child)
      if (stopped) return
      console.error(
        `The Paystack simulator ended (${child.exitCode ?? child.signalCode}). Starting it again.`,
      )
      await pause(wait, undefined, { ref: false })
      if (!stopped) child = launch(house)
    }
  }
}

function launch(house: House): ChildProcess {
  const ours = house.host === '0.0.0.0' || house.host === '::' ? 'localhost' : house.host
  const env = {
    WEBHOOK_URL: `http://${ours.includes(':') ? `[${ours}]` : ours}:${house.port}/v0/webhooks/paystack`,
    ...house.env,
    SIMULATOR_WATCH_STDIN: '1',
  }
  // A process group of its own: a terminal's Ctrl-C must not end it before the server that still calls it.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    cwd: root,
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin?.on('error', () => {})
  return child
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function listening(port: number, hope: () => boolean): Promise<void> {
  const until = performance.now() + 15_000
  while (!(await accepts(port))) {
    if (!hope() || performance.now() > until)
      throw new Error('The Paystack simulator did not start. Its words are above.')
    await pause(20)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
