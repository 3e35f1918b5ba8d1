import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { cutWhenOffline, paystackApi } from './api.ts'
import { checkoutRoutes } from './checkout/checkout-routes.ts'
import { type Alarm, clockOf } from './clock.ts'
import type { Context } from './context.ts'
import { controlRoutes } from './control/control-routes.ts'
import { faultBoard, isHonest } from './control/faults.ts'
import { startDisputeWalk } from './dispute/disputes.ts'
import { uploadRoutes } from './dispute/uploads.ts'
import { noiseFrom } from './noise.ts'
import { startRefundWalk } from './refund/refunds.ts'
import { type Settings, type SimulatorOptions, withDefaults } from './settings.ts'
import { openStore, readSetting, type Store, saveSetting } from './store.ts'
import { startCourier } from './webhook/courier.ts'
import { refused } from './wire-format.ts'

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
  let url: string
  try {
    const address = await server.listen({ host: 'localhost', port: settings.port })
    url = `http://localhost:${new URL(address).port}`
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
  return {
    url,
    seed: context.noise.seed,
    faultsInForce,
    close,
  }
}

function contextOf(settings: Settings, store: Store, wake: (index: number) => Pick<Alarm, 'wake'>): Context {
  const seed = settings.seed ?? readSetting(store, 'seed') ?? String(randomInt(2 ** 31))
  saveSetting(store, 'seed', seed)
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
  for (const routes of [checkoutRoutes, uploadRoutes]) {
    server.register(async (part) => {
      cutWhenOffline(part, context)
      routes(part, context)
    })
  }
  server.setNotFoundHandler((_request, reply) => {
    reply.code(404).send(refused('Not found', { type: 'api_error', code: 'unknown' }))
  })
  return server
}
