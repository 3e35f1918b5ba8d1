import * as contract from '@labalaba/contract'
import { type Actor, type Server, serve } from '../../../infra/http/http.ts'
import { browserName } from '../../accounts/index.ts'
import type { Changer } from '../contact-change/changes.ts'
import { readUndoable, undoChange } from '../contact-change/undo.ts'
import { choose, readChoices, removePhone } from './choices.ts'
import { type ProofDependencies, provePhone, sendPhoneCode } from './proof.ts'

/** Serves an account's choices of notification channels, and the mailed link that undoes changes of them. */
export function noticeRoutes(server: Server, deps: ProofDependencies): void {
  serve(server, contract.readNoticeChoices, async ({ actor }) => ({
    data: await readChoices(deps, actor.accountId),
  }))
  serve(server, contract.chooseNotices, async ({ actor, params, body, agent }) => {
    await choose(deps, changer(actor, agent), { ...params, ...body })
    return { data: await readChoices(deps, actor.accountId) }
  })
  serve(server, contract.sendPhoneCode, async ({ actor, params, body, address }) => {
    const asked = { accountId: actor.accountId, channel: params.channel, phone: body.phone, address }
    return { data: { phone: await sendPhoneCode(deps, asked) }, message: 'a code is on its way' }
  })
  serve(server, contract.provePhone, async ({ actor, params, body, agent }) => {
    await provePhone(deps, changer(actor, agent), { channel: params.channel, code: body.code })
    return { data: await readChoices(deps, actor.accountId) }
  })
  serve(server, contract.readContactChange, async ({ body, address }) => ({
    data: await readUndoable(deps, { ...body, address }),
  }))
  serve(server, contract.undoContactChange, async ({ body, address }) => {
    await undoChange(deps, { ...body, address })
    return { data: {} }
  })
  serve(server, contract.removePhone, async ({ actor, params, agent }) => {
    await removePhone(deps, changer(actor, agent), params.channel)
    return { data: await readChoices(deps, actor.accountId) }
  })
}

function changer({ accountId, tokenHash }: Actor, agent: string): Changer {
  return { accountId, sessionHash: tokenHash, browser: browserName(agent) }
}
