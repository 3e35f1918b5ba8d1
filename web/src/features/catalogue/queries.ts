import { type LabTest, listLabTests, type PausedTest } from '@labalaba/contract'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Answered, call } from '../../lib/api.ts'
import {
  type CartAnswer,
  type CartItem,
  type ChosenLab,
  cartItems,
  cartLab,
  chooseLab,
  clearCart,
  fillCart,
  labBeingChosen,
  onCartChange,
  toggleCartItem,
} from '../../lib/cart.ts'
import { useCart } from '../../lib/hooks.ts'

/** Every test that one lab offers, by the lab's slug or name. */
export function useLabTests(slugOrName: string) {
  return useQuery({
    queryKey: ['lab-tests', slugOrName],
    queryFn: ({ signal }) => call(listLabTests, { query: { lab: slugOrName }, signal }),
    select: allOf,
  })
}

/** Defined outside the hook, so that the same response gives the same array. */
function allOf({ data }: Answered<typeof listLabTests>): LabTest[] {
  return data.flatMap(({ tests }) => tests)
}

/** The tests that the lab has paused, from the same request. */
export function usePausedTests(slugOrName: string): readonly PausedTest[] {
  const query = useQuery({
    queryKey: ['lab-tests', slugOrName],
    queryFn: ({ signal }) => call(listLabTests, { query: { lab: slugOrName }, signal }),
    select: pausedOf,
  })
  return query.data ?? nonePaused
}

const nonePaused: readonly PausedTest[] = []

function pausedOf({ data }: Answered<typeof listLabTests>): PausedTest[] {
  return data.flatMap(({ paused }) => paused)
}

/** The slug of the lab whose tests are in the cart; null if the cart is empty or has no lab. */
function cartOwner(): string | null {
  return cartItems().length === 0 ? null : (cartLab()?.reference ?? labBeingChosen()?.reference ?? null)
}

const none: CartItem[] = []

/** The selection at this lab: the cart if it is this lab's, and nothing if it is another's. */
export function useSelection(slug: string): { selected: CartItem[]; othersInCart: number } {
  const items = useCart()
  const owner = useSyncExternalStore(onCartChange, cartOwner, () => null)
  return owner === slug
    ? { selected: items, othersInCart: 0 }
    : { selected: none, othersInCart: items.length }
}

/** The address of the location chosen at this lab before, in this tab or with the cart. */
export function rememberedAddress(slug: string): string | undefined {
  return [labBeingChosen(), cartLab()].find((lab) => lab?.reference === slug && lab.address !== '')?.address
}

/** Selects or deselects a test of this lab, and stores the lab with the cart. */
export function toggleTest(lab: ChosenLab, test: LabTest): CartAnswer {
  const answer = toggleCartItem({ name: test.testName, amount: test.amount })
  const items = cartItems()
  if (answer.ok && items.length > 0) fillCart(lab, items)
  return answer
}

/** Replaces another lab's tests in the cart with this one. */
export function replaceWith(lab: ChosenLab, test: LabTest): CartAnswer {
  clearCart()
  return fillCart(lab, [{ name: test.testName, amount: test.amount }])
}

/** Stores the chosen lab and location; tests already in the cart move to it. */
export function moveTo(lab: ChosenLab, selected: readonly CartItem[]): void {
  if (selected.length > 0) fillCart(lab, selected)
  else chooseLab(lab)
}
