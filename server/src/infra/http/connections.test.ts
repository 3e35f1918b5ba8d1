import { once } from 'node:events'
import { Agent, createServer, get, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../observability/log.ts'
import { type ConnectionLimits, connectionLimits, limitConnections } from './connections.ts'
import { openFastify } from './fastify.ts'

/** A server whose connections come from the network named last, and whose `/slow` answers on command. */
async function open(limits: ConnectionLimits) {
  const slow = Promise.withResolvers<void>()
  const server = createServer(({ url }, response) => {
    if (url === '/slow') void slow.promise.then(() => response.end('answered'))
    else response.end('answered')
  })
  let network = '41.58.0.1'
  server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: network }))
  limitConnections(server, limits)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    server,
    finish: slow.resolve,
    from(address: string) {
      network = address
    },
  }
}

const portOf = (server: Server) => Object(server.address()).port as number

/** A connection, which says whether it was closed. */
async function opened(server: Server, sent = '') {
  const socket: Socket = connect(portOf(server), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const one = { socket, closed: false }
  socket
    .on('error', () => {})
    .on('close', () => {
      one.closed = true
    })
  await once(socket, 'connect')
  if (sent) socket.write(sent)
  socket.resume()
  // So that they come in the order in which they were opened.
  await sleep(20)
  return one
}

type Opened = Awaited<ReturnType<typeof opened>>

async function several(server: Server, number: number, sent = '') {
  const all: Opened[] = []
  for (let i = 0; i < number; i += 1) all.push(await opened(server, sent))
  return all
}

/** The status of a call, or that its connection was closed. */
function ask(server: Server, agent?: Agent): Promise<number | 'closed'> {
  return new Promise((resolve) => {
    get({ port: portOf(server), host: '127.0.0.1', path: '/', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', () => resolve('closed'))
  })
}

const slowRequest = 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'

test('beyond the share of a network its longest idle connection is closed, and the new one is answered', async () => {
  const { server } = await open({ most: 100, perNetwork: 3 })
  const silent = await several(server, 5)
  expect(await ask(server)).toBe(200)
  await expect.poll(() => silent.map(({ closed }) => closed)).toEqual([true, true, true, false, false])
})

test('a network whose share is full of idle connections takes nothing from another network', async () => {
  const { server, from } = await open({ most: 100, perNetwork: 3 })
  from('41.58.0.2')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  expect(await ask(server, agent)).toBe(200)
  from('41.58.0.1')
  await several(server, 10)
  expect(await ask(server, agent)).toBe(200)
  expect(connections).toBe(11)
})

test('addresses of one IPv6 network share its connections', async () => {
  const { server, from } = await open({ most: 100, perNetwork: 2 })
  const silent: Opened[] = []
  for (const last of ['1', '2', '3']) {
    from(`2001:db8:1:1::${last}`)
    silent.push(await opened(server))
  }
  await expect.poll(() => silent.map(({ closed }) => closed)).toEqual([true, false, false])
})

test('at the total limit, the longest idle connection of any network is closed', async () => {
  const { server, from } = await open({ most: 4, perNetwork: 100 })
  const silent: Opened[] = []
  for (const last of [1, 2, 3, 4]) {
    from(`41.58.0.${last}`)
    silent.push(await opened(server))
  }
  from('41.58.0.9')
  expect(await ask(server)).toBe(200)
  await expect.poll(() => silent.map(({ closed }) => closed)).toEqual([true, false, false, false])
})

test('no connection with a running request is closed; a new one beyond the limit is, until one is answered', async () => {
  const { server, finish } = await open({ most: 100, perNetwork: 3 })
  const working = await several(server, 3, slowRequest)
  expect(await ask(server)).toBe('closed')
  expect(working.map(({ closed }) => closed)).toEqual([false, false, false])
  finish()
  await sleep(50)
  expect(await ask(server)).toBe(200)
  await expect.poll(() => working.map(({ closed }) => closed)).toEqual([true, false, false])
})

test('a trusted proxy is not counted as one client', () => {
  expect(connectionLimits(true, 5).perNetwork).toBe(2000)
  expect(connectionLimits(false, 5).perNetwork).toBe(5)
  expect(connectionLimits(false, 5).most).toBeLessThan(2000)
})

test.each([
  ['says nothing', ''],
  ['never ends its headers', 'GET / HTTP/1.1\r\nhost: x\r\n'],
])(
  'a connection that %s is closed, and one in use stays',
  async (_, sent) => {
    const fastify = await openFastify({
      trustProxy: false,
      ratePerAddress: 1_000_000,
      connectionsPerAddress: 3,
      loggerInstance: openLog('silent'),
    })
    onTestFinished(() => fastify.close())
    fastify.get('/', async () => 'answered')
    await fastify.listen({ port: 0, host: '127.0.0.1' })
    // The usual ten seconds, in short.
    expect(fastify.server.headersTimeout).toBe(10_000)
    fastify.server.headersTimeout = 300
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    expect(await ask(fastify.server, agent)).toBe(200)
    const one = await opened(fastify.server, sent)
    const dripping = setInterval(() => sent && !one.closed && one.socket.write('x: y\r\n'), 100)
    onTestFinished(() => clearInterval(dripping))
    await expect.poll(() => one.closed, { timeout: 10_000 }).toBe(true)
    expect(await ask(fastify.server, agent)).toBe(200)
    // The share of the address holds for the server that is used, too.
    const silent = await several(fastify.server, 4)
    expect(silent[0]?.closed).toBe(true)
  },
  30_000,
)

test('a connection with five running requests is closed; one with sequential requests is not', async () => {
  const { server, finish } = await open({ most: 100, perNetwork: 100 })
  const [many, four] = [
    await opened(server, slowRequest.repeat(5)),
    await opened(server, slowRequest.repeat(4)),
  ]
  await expect.poll(() => many.closed).toBe(true)
  expect(four.closed).toBe(false)
  finish()
  await sleep(50)
  four.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3))
  await sleep(50)
  expect(four.closed).toBe(false)
})

test('answers that the client does not read do not accumulate: the product stops working on more', async () => {
  const fastify = await openFastify({
    trustProxy: false,
    ratePerAddress: 1_000,
    loggerInstance: openLog('silent'),
  })
  let worked = 0
  fastify.get('/large', async () => {
    worked += 1
    return 'x'.repeat(4_000_000)
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => fastify.close())
  const socket = connect(portOf(fastify.server), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).pause()
  await once(socket, 'connect')
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20))
  await sleep(300)
  expect(worked).toBeLessThanOrEqual(4)
})
