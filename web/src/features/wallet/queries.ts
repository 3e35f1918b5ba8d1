import { downloadWalletStatement, listWalletEntries, readWallet, readWalletMonths } from '@labalaba/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Days } from './policy.ts'

/** The balances, one page of entries, and for accounts that earn the months. The requests run in parallel. */
export function useWallet(page: number, earns: boolean) {
  const wallet = useQuery({
    queryKey: ['wallet'],
    queryFn: ({ signal }) => call(readWallet, { signal }),
    staleTime: 5_000,
  })
  const entries = useQuery({
    queryKey: ['wallet-entries', page],
    queryFn: ({ signal }) => call(listWalletEntries, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const months = useQuery({
    queryKey: ['wallet-months'],
    queryFn: ({ signal }) => call(readWalletMonths, { signal }),
    staleTime: 60_000,
    enabled: earns,
  })
  const queries = [wallet, entries, ...(earns ? [months] : [])]
  return {
    balances: wallet.data?.data,
    entries: entries.data,
    months: months.data?.data,
    isTurning: entries.isPlaceholderData,
    failure: queries.find((one) => one.isError && one.data === undefined)?.error ?? null,
    again: () => Promise.all(queries.map((one) => one.refetch())),
  }
}

/** Saves the account's own statement of some days as a file. */
export async function saveStatement({ from, to }: Days): Promise<void> {
  await saveFile(downloadWalletStatement, null, { from, to })
}
