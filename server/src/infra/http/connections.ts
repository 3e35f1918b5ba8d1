import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './tries.ts'

/** How many connections a process has open: each costs some memory. Node itself closes further ones immediately. */
export const mostConnections = 2_000
/** We close silent ones this much earlier, because a connection that we close counts until the system has closed it. */
const spare = 100

/**
 * Requests of one connection that may wait for their responses. Browsers and proxies send one at a time; a client that
 * sends many and reads no response would make us store all of them.
 */
const mostUnanswered = 4

/** For Node: a connection on which the headers of a request do not arrive within this time is closed; milliseconds. */
export const patience = { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 } as const

export type ConnectionLimits = {
  readonly most: number
  /** For one network address; an IPv6 address is counted by its /64. */
  readonly perNetwork: number
}

/** The limits of a server. Behind a trusted proxy every connection has the proxy's address, so no address is limited. */
export function connectionLimits(trustProxy: boolean, perAddress = mostConnections): ConnectionLimits {
  return { most: mostConnections - spare, perNetwork: trustProxy ? mostConnections : perAddress }
}

type Group = { readonly open: Set<Socket>; readonly silent: Set<Socket> }

/**
 * Limits the connections of a server. For a newcomer beyond the limits, the connection that has been silent for longest is
 * closed, of the same network or of all. The newcomer itself is closed only if all others have a request in work. A
 * connection is silent while no request is in work on it: nothing has arrived yet, or all is answered. A browser whose
 * silent connection is closed opens another when it needs one. A connection with more than `mostUnanswered` requests in
 * work is closed, too.
 */
export function limitConnections(server: Server, { most, perNetwork }: ConnectionLimits): void {
  const all: Group = { open: new Set(), silent: new Set() }
  const networks = new Map<string, Group>()
  const networkNames = new WeakMap<Socket, string>()
  const unanswered = new WeakMap<Socket, number>()

  const groupsOf = (socket: Socket): Group[] => {
    const own = networks.get(networkNames.get(socket) ?? '')
    return own ? [all, own] : [all]
  }
  const leave = (socket: Socket) => {
    const name = networkNames.get(socket) ?? ''
    for (const { open, silent } of groupsOf(socket)) {
      open.delete(socket)
      silent.delete(socket)
    }
    if (networks.get(name)?.open.size === 0) networks.delete(name)
  }
  const hasRoom = ({ open, silent }: Group, limit: number): boolean => {
    if (open.size < limit) return true
    // A set iterates in insertion order, so the first has been silent for longest.
    const [longest] = silent
    if (!longest) return false
    leave(longest)
    longest.destroy()
    return true
  }
  const fallSilent = (socket: Socket) => {
    if (!all.open.has(socket)) return
    for (const { silent } of groupsOf(socket)) silent.add(socket)
  }

  server.on('connection', (socket) => {
    const name = networkOf(socket.remoteAddress ?? '')
    const before = networks.get(name)
    if ((before && !hasRoom(before, perNetwork)) || !hasRoom(all, most)) {
      socket.destroy()
      return
    }
    if (!networks.has(name)) networks.set(name, { open: new Set(), silent: new Set() })
    networkNames.set(socket, name)
    for (const { open } of groupsOf(socket)) open.add(socket)
    fallSilent(socket)
    socket.once('close', () => leave(socket))
  })
  // Before all other listeners, so that no work is done on requests of a closed connection.
  server.prependListener('request', ({ socket }, response) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > mostUnanswered) socket.destroy()
    for (const { silent } of groupsOf(socket)) silent.delete(socket)
    response.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      unanswered.set(socket, left)
      if (left === 0) fallSilent(socket)
    })
  })
}
