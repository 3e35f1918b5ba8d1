import { beforeEach, expect, it } from 'vitest'
import { cartItems, fillCart, toggleCartItem } from './cart.ts'
import {
  emptyDoneCart,
  leaveCartToPay,
  leaveToPay,
  orderBeingPaid,
  orderOfCart,
} from './payment-departure.ts'
import { freshBrowser } from './test-browser.ts'

const lab = { name: 'Ayewo-Ara Diagnostics', reference: 'ayewo-ara', address: '22 Oba Akran Avenue, Ikeja' }
const malaria = { name: 'Malaria parasite', amount: 2500 }
const sugar = { name: 'Fasting blood sugar', amount: 3000 }
const page = 'https://checkout.paystack.com/x'

let browser = freshBrowser()
let gone: string[] = []

beforeEach(() => {
  browser = freshBrowser()
  gone = []
  const location = { assign: (url: string) => gone.push(url) }
  Object.defineProperty(globalThis, 'location', { value: location, configurable: true })
  fillCart(lab, [malaria, sugar])
  leaveCartToPay(page, 'LB-1')
})

it('opens the payment page and remembers the order, without a test name', () => {
  expect(gone).toEqual([page])
  expect(orderBeingPaid()).toBe('LB-1')
  expect(browser.tab.getItem('_paying')).not.toMatch(/malaria|sugar/i)
})

it('recognises the order of exactly this cart, in any order of its tests', () => {
  expect(orderOfCart()).toBe('LB-1')
  fillCart(lab, [sugar, malaria])
  expect(orderOfCart()).toBe('LB-1')
  fillCart({ ...lab, reference: 'another' }, [sugar, malaria])
  expect(orderOfCart()).toBeNull()
})

it('empties the paid cart, once', () => {
  expect(emptyDoneCart()).toBe(true)
  expect(cartItems()).toEqual([])
  fillCart(lab, [malaria, sugar])
  expect(emptyDoneCart()).toBe(false)
  expect(cartItems()).toHaveLength(2)
})

it('does not empty a cart that has changed since', () => {
  toggleCartItem(sugar)
  emptyDoneCart()
  expect(cartItems()).toEqual([malaria])
})

it('still recognises the cart when the same order is retried, and not when another is paid', () => {
  leaveToPay(page, 'LB-1')
  expect(orderOfCart()).toBe('LB-1')
  leaveToPay(page, 'LB-2')
  expect(orderOfCart()).toBeNull()
})
