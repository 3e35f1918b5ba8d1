import { Logger } from 'graphile-worker'

/** The queue's own log would contain payloads and errors; our jobs log for themselves. */
export const silentQueueLog = new Logger(() => () => {})
