import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import type { Alarm } from './alarm.ts'
import { paystackApi } from './api.ts'
import { cutWhenOffline } from './api-faults.ts'
import { checkoutRoutes } from './checkout/checkout-routes.ts'
import { clockOf } from './clock.ts'
import type { Context } from './context.ts'
import { controlRoutes } from './control/control-routes.ts'
import { faultBoard, isHonest } from './control/faults.ts'
import { startDisputeWalk } from './dispute/disputes.ts'
import { uploadRoutes } from './dispute/uploads.ts'
import { refused } from './envelope.ts'
import { noiseFrom } from './noise.ts'
import { startRefundWalk } from './refund/refunds.ts'
import type { Settings, SimulatorOptions } from './settings.ts'
import { withDefaults } from './settings.ts'
import type { Store } from './store.ts'
import { keepSetting, keptSetting, openStore } from './store.ts'
import { startCourier } from './webhook/courier.ts'

/** A running simulator. */
export type Simulator = {
  readonly url: string
  readonly seed: string
  /** True if faults from an earlier run were in force at the start. */
  readonly faultsInForce: boolean
  /** Stops listening and delivering; pending work stays in the store. */
  close(): Promise<void>
}

/**
 * Starts a simulator on loopback and resolves once it listens; port 0 takes any free port. Continues webhooks and refunds
 * that an earlier run on the same folder left pending. Rejects if the port or the folder is in use.
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const settings = withDefaults(options)
  const store = openStore(settings.dataDir)
  const closing = new AbortController()
  const alarms: Alarm[] = []
  const wake = (index: number) => ({ wake: () => alarms[index]?.wake() })
  const context = contextOf(settings, store, wake)
  const server = serverOf(context, closing.signal)
  try {
    await server.listen({ host: 'localhost', port: settings.port })
  } catch (error) {
    store.close()
    throw error
  }
  alarms.push(startCourier(context), startRefundWalk(context), startDisputeWalk(context))

  async function close(): Promise<void> {
    closing.abort()
    for (const alarm of alarms) alarm.stop()
    await server.close()
    if (store.isOpen) store.close()
  }

  const faultsInForce = !isHonest(context.faults.now())
  return { url: `http://localhost:${portOf(server)}`, seed: context.noise.seed, faultsInForce, close }
}

function contextOf(settings: Settings, store: Store, wake: (index: number) => Pick<Alarm, 'wake'>): Context {
  const seed = settings.seed ?? keptSetting(store, 'seed') ?? String(randomInt(2 ** 31))
  keepSetting(store, 'seed', seed)
  const domain = settings.secretKey.startsWith('sk_live_') ? 'live' : 'test'
  const clock = clockOf(store)
  const parts = { noise: noiseFrom(seed), faults: faultBoard(store), clock, now: clock.now }
  return { settings, store, domain, ...parts, courier: wake(0), refundWalk: wake(1), disputeWalk: wake(2) }
}

function serverOf(context: Context, closing: AbortSignal): FastifyInstance {
  const server = fastify({
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000 },
  })
  server.register(async (api) => paystackApi(api, context, closing))
  server.register(async (control) => controlRoutes(control, context), { prefix: '/_control' })
  server.register(async (pages) => {
    cutWhenOffline(pages, context)
    checkoutRoutes(pages, context)
  })
  server.register(async (files) => {
    cutWhenOffline(files, context)
    uploadRoutes(files, context)
  })
  server.setNotFoundHandler((_request, reply) => {
    reply.code(404).send(refused('Not found', { type: 'api_error', code: 'unknown' }))
  })
  return server
}

function portOf(server: FastifyInstance): number {
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the simulator is not listening')
  return address.port
}
