import {
  chooseNotices,
  type NoticeChannel,
  type NoticeTopic,
  normalisePhone,
  type PhoneChannel,
  provePhone,
  readNoticeChoices,
  removePhone,
  sendPhoneCode,
} from '@labalaba/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as copy from '../../copy/notifications.ts'
import { type Answered, call, failureWords, isOffline } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { turned } from './policy.ts'

const queryKey = ['notices']

/** The channels of each topic, as the account chose. */
export function useNoticeChoices() {
  return useQuery({ queryKey, queryFn: ({ signal }) => call(readNoticeChoices, { signal }) })
}

type Turn = { readonly topic: NoticeTopic; readonly channel: NoticeChannel; readonly on: boolean }

/** Returns true if the failure asks for the password; `again` then runs once it is given. False for any other failure. */
export type OnRefused = (failure: unknown, again: () => void) => boolean

/**
 * Turns a channel of a topic on or off. Shows the change immediately, and reverts it with a toast if the server refuses.
 * Turns are sent in order.
 */
export function useTurn(onRefused: OnRefused) {
  const answers = useQueryClient()
  const mutationKey = ['turn notices']
  const turning = useMutation({
    mutationKey,
    scope: { id: 'notices' },
    mutationFn: ({ topic, channel, on }: Turn) =>
      call(chooseNotices, { params: { topic, channel }, body: { on } }),
    onMutate: async (turn) => {
      await answers.cancelQueries({ queryKey })
      change(turn)
    },
    onError: (failure, turn) => {
      change({ ...turn, on: !turn.on })
      if (onRefused(failure, () => turning.mutate(turn))) return
      toast.error(isOffline(failure) ? copy.turnNotSaved : failureWords(failure))
    },
    onSettled: () => {
      if (answers.isMutating({ mutationKey }) > 1) return
      return answers.invalidateQueries({ queryKey })
    },
  })
  return turning

  function change(turn: Turn): void {
    answers.setQueryData<Answered<typeof readNoticeChoices>>(queryKey, (before) =>
      before ? { ...before, data: turned(before.data, turn) } : before,
    )
  }
}

/** Has a five-digit code sent to a phone. */
export async function askForCode(channel: PhoneChannel, phone: string): Promise<void> {
  await call(sendPhoneCode, { params: { channel }, body: { phone: normalisePhone(phone) } })
}

/** Removes a proven number; a refusal is shown as a toast. */
export function useRemoval(onRefused: OnRefused) {
  const answers = useQueryClient()
  const removing = useMutation({
    scope: { id: 'notices' },
    mutationFn: (channel: PhoneChannel) => call(removePhone, { params: { channel } }),
    onSuccess: (left) => {
      answers.setQueryData<Answered<typeof readNoticeChoices>>(queryKey, left)
      toast.success(copy.numberRemoved)
    },
    onError: (failure, channel) => {
      if (onRefused(failure, () => removing.mutate(channel))) return
      toast.error(isOffline(failure) ? copy.numberNotRemoved : failureWords(failure))
    },
  })
  return removing
}

/** Proves a phone with the digits sent to it. */
export function useProof() {
  const answers = useQueryClient()
  return async (channel: PhoneChannel, code: string): Promise<void> => {
    const proven = await call(provePhone, { params: { channel }, body: { code } })
    answers.setQueryData<Answered<typeof readNoticeChoices>>(queryKey, proven)
  }
}
