import fastify from 'fastify'
import { readRoutes } from './reads.ts'
import { openStore } from './store.ts'
import { writeRoutes } from './writes.ts'

/**
 * The reference server of the benchmarks: plain Fastify and prepared statements on the same driver, with as many
 * connections. It has no sessions, validates nothing, logs nothing and counts nothing.
 */
const store = openStore(process.env.DATABASE_URL ?? '')
const server = fastify()
readRoutes(server, store)
await writeRoutes(server, store)
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
const stop = () => process.exit(0)
process.on('SIGTERM', stop).on('disconnect', stop)
process.send?.('ready')
