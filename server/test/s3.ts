import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../src/infra/files/store/s3-store.ts'

/**
 * How the bucket answers: as it should, with an error of the service, never, or by closing the connection. `tampers`: it
 * answers reads with other bytes of the same length.
 */
type Manner = 'works' | 'fails' | 'hangs' | 'breaks' | 'tampers'

/** A real S3 server on loopback with one bucket, whose objects are in `directory`. A test decides how it answers. */
export async function startS3(directory: string) {
  const bucket = 'labalaba-files'
  const options = { directory, silent: true, configureBuckets: [{ name: bucket }] }
  const strict = new S3rver(options)
  await strict.configureBuckets()
  // It leaves out the last slash of a bucket's own address when it checks the signature of a list, where S3 has it.
  const ofLists = new S3rver({ ...options, allowMismatchedSignatures: true }).callback()
  const ofObjects = strict.callback()
  let manner: Manner = 'works'
  let left = Number.POSITIVE_INFINITY
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    left -= 1
    if (left < 0 || manner === 'hangs') return
    if (manner === 'breaks') return void response.destroy()
    if (manner === 'fails') return void response.writeHead(503).end()
    if (manner === 'tampers' && request.method === 'GET') {
      const write = response.write.bind(response) as (bytes: Uint8Array) => boolean
      Object.assign(response, { write: (bytes: Uint8Array) => write(bytes.map((byte) => byte ^ 1)) })
    }
    const isList = /^\/[^/]+\/\?/.test(request.url ?? '')
    return void (isList ? ofLists : ofObjects)(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  const settings: S3Settings = {
    ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket, pathStyle: true },
    ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }
  return {
    settings,
    /** The method and address of each call so far. */
    calls,
    /** How it answers from now on. */
    is(next: Manner): void {
      manner = next
      left = Number.POSITIVE_INFINITY
    },
    /** It answers so many calls, and then none any more. */
    hangsAfter(count: number): void {
      manner = 'works'
      left = count
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
