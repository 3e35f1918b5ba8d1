import { workerData } from 'node:worker_threads'
import type { Allowance } from './work.ts'

// Ends its process once that has more memory or takes more time than one file is allowed, however busy it is, and also
// where the program that started it is gone.
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
