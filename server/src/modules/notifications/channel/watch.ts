import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../../../db.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { Log } from '../../../infra/observability/log.ts'
import { limits } from './policy.ts'
import * as repository from './repository.ts'

const minute = 60 * 1000
const hour = 60 * minute
/** How long a message may wait, and how many may be lost within an hour, before an alarm. */
const longestWait = 15 * minute
const mostLost = 5
/** The part of the daily limit of codes that triggers an alarm. */
const manyCodes = 0.8

/** Logs an alarm if messages wait, if many do not arrive, or if many codes are sent. */
export async function watchMessages(db: Db, clock: Clock, log: Log): Promise<void> {
  const before = (span: number) => new Date(clock.now().getTime() - span)
  const byState = await repository.messagesByState(db, before(hour))
  const count = (state: string) => byState.find((one) => one.state === state)?.n ?? 0
  const [refused, unknown] = [count('refused'), count('unknown')]
  const { waiting, codes } = await repository.waitingAndCodes(db, {
    before: before(longestWait),
    since: before(24 * hour),
  })
  if (waiting > 0 || refused + unknown >= mostLost)
    log.error({ alarm: 'messages', waiting, refused, unknown }, 'messages to phones do not arrive')
  if (codes >= manyCodes * limits.everywhereDay.most)
    log.error(
      { alarm: 'phone codes', sent: codes },
      'many codes go to phones: someone may be spending our money',
    )
}

/** Exposes the messages of the last day by state to Prometheus. */
export function exposeMessages(registry: Registry, db: Db, clock: Clock): void {
  new Gauge({
    name: 'labalaba_phone_messages',
    help: 'Messages to phones that were queued in the last day, by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const state of ['queued', 'sent', 'refused', 'unknown', 'dropped']) this.set({ state }, 0)
      for (const { state, n } of await repository.messagesByState(
        db,
        new Date(clock.now().getTime() - 24 * hour),
      ))
        this.set({ state }, n)
    },
  })
}
