import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openTcpProxy } from './tcp-proxy.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Resolves when a socket has ended, in whichever way. */
const closed = (socket: Socket | undefined) =>
  new Promise<void>((resolve) => socket?.once('close', () => resolve()))

/** An echo server, and a client that reaches it through a proxy. */
async function connected() {
  const atServer: Socket[] = []
  const echo = createServer((socket) => {
    atServer.push(socket.on('error', () => {}))
    socket.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  closing.push(() => echo.close())
  const address = echo.address()
  const proxy = await openTcpProxy(address && typeof address === 'object' ? address.port : 0)
  closing.push(() => proxy.close())
  const client = connect(proxy.port, '127.0.0.1').on('error', () => {})
  client.setEncoding('utf8')
  client.write('one')
  expect(await once(client, 'data')).toEqual(['one'])
  closing.push(() => client.destroy())
  return { proxy, client, server: atServer[0] }
}

test('what is sent while the network is held arrives afterwards', async () => {
  const { proxy, client } = await connected()
  proxy.hold(true)
  client.write('two')
  await new Promise(setImmediate)
  expect(client.read()).toBeNull()
  const arrives = once(client, 'data')
  proxy.hold(false)
  expect(await arrives).toEqual(['two'])
})

test('a cut ends both sides', async () => {
  const { proxy, client, server } = await connected()
  const ends = [closed(client), closed(server)]
  proxy.cut()
  await Promise.all(ends)
})

test('a half-open connection ends for one side; the other keeps it and hears nothing', async () => {
  const { proxy, client, server } = await connected()
  const ends = closed(server)
  proxy.halfOpen('client')
  await ends
  expect(client.write('three')).toBe(true)
  await new Promise(setImmediate)
  expect([client.destroyed, client.read()]).toEqual([false, null])
})

test('a network that refuses admits no new connection', async () => {
  const { proxy } = await connected()
  proxy.refuse(true)
  const refused = connect(proxy.port, '127.0.0.1').on('error', () => {})
  await closed(refused)
  proxy.refuse(false)
  const admitted = connect(proxy.port, '127.0.0.1')
  closing.push(() => admitted.destroy())
  await once(admitted, 'connect')
})
