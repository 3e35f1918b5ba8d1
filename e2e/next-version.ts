import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Front = {
  readonly url: string
  /**
   * From now on the service worker’s script is another. A browser requests it by itself, where a test cannot
   * intercept.
   */
  serveWorker(change: (script: string) => string): void
  close(): void
}

/** Stands before the product and forwards everything, like a newly deployed version. */
export async function openFront(productUrl: string): Promise<Front> {
  const { hostname, port } = new URL(productUrl)
  let change: ((script: string) => string) | undefined
  const server = createServer((message, answer) => {
    const { url = '/', method, headers } = message
    if (url === '/sw.js' && change) {
      const changed = change
      void fetch(`${productUrl}/sw.js`).then(async (found) => {
        answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        answer.end(changed(await found.text()))
      })
      return
    }
    const onward = request({ hostname, port, path: url, method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    message.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://localhost:${own}`,
    serveWorker(next) {
      change = next
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
