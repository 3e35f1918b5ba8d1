import { workerData } from 'node:worker_threads'
import type { Allowance } from './work.ts'

// Kills its process once it exceeds the memory or time allowed for one file, however busy it is. A separate thread, so it
// also runs when the parent process is gone.
const { memory, work, time }: Allowance = workerData
const begun = performance.now()

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isOver =
    process.memoryUsage.rss() > memory * 1024 * 1024 ||
    (user + system) / 1000 > work ||
    performance.now() - begun > time
  if (isOver) process.kill(process.pid, 'SIGKILL')
}, 20)
