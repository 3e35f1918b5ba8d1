import * as contract from '@labalaba/contract'
import { browserName } from '../../account/index.ts'
import { type Server, serve, type Viewer } from '../../platform/http.ts'
import type { Changer } from '../contact-change/changes.ts'
import { choose, readChoices, removePhone } from './choices.ts'
import { type ProofNeeds, provePhone, sendPhoneCode } from './proof.ts'

/** Serves what people choose about how they are told. */
export function noticeRoutes(server: Server, needs: ProofNeeds): void {
  serve(server, contract.readNoticeChoices, async ({ viewer }) => ({
    data: await readChoices(needs, viewer.accountId),
  }))
  serve(server, contract.chooseNotices, async ({ viewer, params, body, agent }) => {
    await choose(needs, changer(viewer, agent), { ...params, ...body })
    return { data: await readChoices(needs, viewer.accountId) }
  })
  serve(server, contract.sendPhoneCode, async ({ viewer, params, body, address }) => {
    const asked = { accountId: viewer.accountId, channel: params.channel, phone: body.phone, address }
    return { data: { phone: await sendPhoneCode(needs, asked) }, message: 'a code is on its way' }
  })
  serve(server, contract.provePhone, async ({ viewer, params, body, agent }) => {
    await provePhone(needs, changer(viewer, agent), { channel: params.channel, code: body.code })
    return { data: await readChoices(needs, viewer.accountId) }
  })
  serve(server, contract.removePhone, async ({ viewer, params, agent }) => {
    await removePhone(needs, changer(viewer, agent), params.channel)
    return { data: await readChoices(needs, viewer.accountId) }
  })
}

function changer({ accountId, tokenHash }: Viewer, agent: string): Changer {
  return { accountId, sessionHash: tokenHash, browser: browserName(agent) }
}
