import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { signal } from '../../components/scan/signal.ts'
import { keepLabOrder } from './queries.ts'
import { type Outcome, receiveLabel, tidyLabel } from './receiving.ts'

/** One scanned label; its outcome follows a moment later. */
export type Scanned = { readonly id: number; readonly label: string; readonly outcome: Outcome | null }

/** Receives the labels one at a time, in the order they were scanned. The newest is first in the list. */
export function useReceiving() {
  const cache = useQueryClient()
  const [scanned, setScanned] = useState<readonly Scanned[]>([])
  const busy = useRef(Promise.resolve())
  const count = useRef(0)
  const latest = useRef<string | null>(null)

  async function receive(id: number, label: string): Promise<void> {
    const { outcome, order } = await receiveLabel(label, latest.current, new Date())
    if (outcome.kind === 'received') latest.current = outcome.at
    if (order) keepLabOrder(cache, order)
    setScanned((before) => before.map((one) => (one.id === id ? { ...one, outcome } : one)))
    signal(outcome.kind === 'received' ? 'good' : 'bad')
  }

  return {
    scanned,
    take(text: string): void {
      const label = tidyLabel(text)
      if (label === '') return
      count.current += 1
      const id = count.current
      setScanned((before) => [{ id, label, outcome: null }, ...before])
      busy.current = busy.current.then(() => receive(id, label))
    },
  }
}
