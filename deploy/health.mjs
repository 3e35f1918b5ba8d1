// Asks the process of this machine for its health: `node deploy/health.mjs [/readyz] [seconds]`. Exits with 0 if it
// answers 200, at once or within so many seconds. The port is PORT or, of a worker, WORKER_PORT.
const [path = '/healthz', seconds = '0'] = process.argv.slice(2)
const { ROLE, HOST = '127.0.0.1', PORT = '3000', WORKER_PORT } = process.env
const port = ROLE === 'worker' ? WORKER_PORT : PORT
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const until = Date.now() + Number(seconds) * 1000

// A worker without WORKER_PORT listens nowhere, so there is nobody to ask.
if (port) process.exitCode = (await isWell()) ? 0 : 1

async function isWell() {
  for (;;) {
    const status = await ask()
    if (status === 200) return true
    if (Date.now() >= until) {
      console.error(`${path} of port ${port} answers ${status ?? 'nothing'}.`)
      return false
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function ask() {
  try {
    const answer = await fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return undefined
  }
}
