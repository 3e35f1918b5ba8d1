import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from './ports.ts'

/** The root folder of the project. */
export const root = join(import.meta.dirname, '..')

/** The settings that decide what must run in addition to the server, and the environment passed to the server. */
export type House = {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly publicUrl: string
  /** No database is configured, so we start a PostgreSQL of our own. */
  readonly ownPostgres: boolean
  /** The port of our Paystack simulator, if it replaces Paystack. */
  readonly simulatorPort: number | undefined
  /** Whether it serves pages, so that ports and the built web are needed. */
  readonly web: boolean
  readonly env: Environment
}

export type Environment = Record<string, string | undefined>

/** Loads `.env`, if there is one, into the environment. Variables that are already set keep their values. */
export function loadEnvFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Fills in the settings that depend on each other. It validates none: the server's own reading of them, which comes first,
 * reports errors. A port 0 becomes a free one.
 */
export async function readHouse(given: Environment): Promise<House> {
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const port = await readPort(env.PORT, 3000)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${port}`
  const dataDir = resolve(root, env.DATA_DIR ?? 'data')
  const demo = env.DEMO ?? (env.DATABASE_URL ? 'off' : 'on')
  const simulated = demo === 'on' && !env.PAYSTACK_SECRET_KEY
  const simulatorPort = simulated ? await readPort(env.SIMULATOR_PORT, port + 1) : undefined
  const paystack = {
    PAYSTACK_URL: `http://127.0.0.1:${simulatorPort}`,
    PAYSTACK_SECRET_KEY: 'sk_test_simulator',
  }
  return {
    host: env.HOST ?? '127.0.0.1',
    port,
    dataDir,
    publicUrl,
    ownPostgres: !env.DATABASE_URL && !env.DATABASE_OWNER_URL && !env.DATABASE_WORKER_URL,
    simulatorPort,
    web: env.ROLE !== 'worker',
    env: {
      ...env,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDir,
      DEMO: demo,
      SIMULATOR_PORT: simulatorPort?.toString(),
      ...(simulated ? paystack : {}),
    },
  }
}

/** An invalid number stays invalid, so that the server's own reading reports it. */
async function readPort(text: string | undefined, otherwise: number): Promise<number> {
  const port = text === undefined ? otherwise : Number(text)
  return port === 0 ? freePort() : port
}
