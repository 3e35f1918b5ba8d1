import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../observability/log.ts'
import { closeConnectionsWhileDraining, Drain, drainAndClose } from './drain.ts'
import { openFastify } from './fastify.ts'

async function open() {
  const fastify = await openFastify({
    trustProxy: true,
    ratePerAddress: 1_000_000,
    loggerInstance: openLog('silent'),
  })
  const drain = new Drain()
  closeConnectionsWhileDraining(fastify, drain)
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  fastify.get('/soon', async () => 'soon')
  fastify.get('/long', async () => {
    begun.resolve()
    await end.promise
    return 'whole'
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const address = fastify.server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  async function ask(path: string) {
    const reply = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ port, host: '127.0.0.1', path, agent }, resolve).on('error', reject),
    )
    const { socket, headers } = reply
    return { body: await text(reply), connection: headers.connection, socket }
  }
  return { fastify, drain, begun: begun.promise, end: end.resolve, ask }
}

test('while it drains, each response ends its connection', async () => {
  const { fastify, drain, ask } = await open()
  expect(await ask('/soon')).toMatchObject({ body: 'soon', connection: 'keep-alive' })
  drain.begin()
  expect(await ask('/soon')).toMatchObject({ body: 'soon', connection: 'close' })
  await fastify.close()
})

test('a running request is answered in full, an idle connection is closed, and nothing new is accepted', async () => {
  const { fastify, drain, begun, end, ask } = await open()
  const running = ask('/long')
  await begun
  const idle = (await ask('/soon')).socket
  const closing = drainAndClose(fastify, drain, 0)
  await expect.poll(() => idle.destroyed).toBe(true)
  await expect.poll(() => fastify.server.listening).toBe(false)
  await expect(ask('/soon')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  end()
  expect(await running).toMatchObject({ body: 'whole', connection: 'close' })
  await closing
})

test('a request that does not end is cut', async () => {
  const { fastify, drain, begun, ask } = await open()
  const running = ask('/long')
  const cut = expect(running).rejects.toThrow('socket hang up')
  await begun
  await drainAndClose(fastify, drain, 0, 50)
  await cut
})
