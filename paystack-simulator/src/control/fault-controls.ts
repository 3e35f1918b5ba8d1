import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { isoTime } from '../context.ts'
import type { Faults } from './faults.ts'
import { noFaults, readFaults } from './faults.ts'
import { readAhead } from './requests.ts'

/** The faults, and the clock that everything here uses. */
export function faultControls(control: FastifyInstance, context: Context): void {
  const { faults, clock } = context

  function put(wanted: Faults): Faults {
    faults.set(wanted)
    // Events that waited while Paystack was offline are sent now.
    context.courier.wake()
    return faults.now()
  }

  control.get('/faults', () => faults.now())
  control.put('/faults', (request) => put(readFaults(request.body)))
  control.delete('/faults', () => put(noFaults()))

  const time = () => ({ aheadMs: clock.aheadMs(), now: isoTime(clock.now()) })
  control.get('/clock', time)
  control.put('/clock', (request) => {
    clock.moveTo(readAhead(request.body, clock.aheadMs()))
    for (const alarm of [context.courier, context.refundWalk, context.disputeWalk]) alarm.wake()
    return time()
  })
}
