import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../db.ts'
import { publish } from '../../../events.ts'
import type { AccountRow } from '../repository.ts'
import * as tries from '../tries/repository.ts'
import type { Origin } from '../tries/source.ts'
import { browserName } from './browser.ts'

const day = 24 * 60 * 60 * 1000
/** How many browsers of one account are remembered. */
const devicesKept = 20
/** How many mails about new browsers an account gets in a day: a program that stores no cookie is new each time. */
const mailsADay = 5
/** How long an account counts as young. The first browser of a young account is taken to be the one that registered it. */
const youngFor = 30 * day

/**
 * Remembers the browser in which an account has just signed in. Mails the owner about a new browser, except the first one
 * of a young account, and except for demonstration accounts, whose passwords are public.
 */
export async function rememberDevice(
  tx: Tx,
  account: AccountRow,
  { device, agent }: Origin,
  now: Date,
): Promise<void> {
  if (!device) return
  const remembered = { accountId: account.id, deviceHash: device.hash, browser: browserName(agent) }
  const isNew = await tries.rememberDevice(tx, { ...remembered, most: devicesKept }, now)
  if (!isNew || account.demo) return
  const { others, recent } = await tries.countDevices(tx, remembered, new Date(now.getTime() - day))
  const isFirst = others === 0 && now.getTime() - account.created_at.getTime() < youngFor
  if (isFirst || recent > mailsADay + 1) return
  await publish(tx, 'account.new_device', {
    accountId: account.id,
    browser: remembered.browser,
    at: now.toISOString(),
    noticeKey: `new-device:${randomUUID()}`,
  })
}
