import { beforeEach, describe, expect, it } from 'vitest'
import {
  cartIsFilled,
  cartItems,
  cartLab,
  cartTotal,
  chooseLab,
  clearCart,
  fillCart,
  labBeingChosen,
  onCartChange,
  removeCartItem,
  toggleCartItem,
} from './cart.ts'
import { freshBrowser } from './test-browser.ts'

const malaria = { name: 'Malaria parasite', amount: 2500 }
const sugar = { name: 'Fasting blood sugar', amount: 3000 }
const lab = { name: 'Ayewo-Ara Diagnostics', reference: 'ayewo-ara', address: '22 Oba Akran Avenue, Ikeja' }

describe('cart', () => {
  let browser = freshBrowser()
  beforeEach(() => {
    browser = freshBrowser()
  })

  it('adds a test, and removes it when it is added again', () => {
    expect(toggleCartItem(malaria)).toEqual({ ok: true, message: 'items added to cart' })
    expect(cartItems()).toEqual([malaria])
    expect(toggleCartItem(malaria)).toEqual({ ok: true, message: 'Item removed from cart' })
    expect(cartItems()).toEqual([])
  })

  it('reports that there is nothing to remove', () => {
    expect(removeCartItem('Malaria parasite').message).toBe('Cart is empty')
    toggleCartItem(sugar)
    expect(removeCartItem('Malaria parasite').message).toBe('Item not found in cart')
  })

  it('reports that the storage refuses to change', () => {
    toggleCartItem(sugar)
    browser.device.setItem = () => {
      throw new Error('full')
    }
    expect(removeCartItem(sugar.name)).toEqual({ ok: false, message: 'Failed to remove item from cart' })
  })

  it('reads numeric strings, and drops unreadable entries', () => {
    const stored = [{ name: 'A', amount: '1500.50' }, { name: 'B', amount: 'free' }, { amount: 3 }, null, 'C']
    browser.device.setItem('_cart', JSON.stringify(stored))
    expect(cartItems()).toEqual([{ name: 'A', amount: 1500.5 }])
  })

  it('reads a cart that is not a list as an empty one', () => {
    for (const broken of ['{', '"x"', '{"name":1}', 'null']) {
      browser.device.setItem('_cart', broken)
      expect(cartItems()).toEqual([])
    }
  })

  it('adds tenths of a naira without rounding errors', () => {
    expect(cartTotal([0.1, 0.2, 0.3].map((amount, n) => ({ name: String(n), amount })))).toBe(0.6)
  })

  it('counts as filled only above zero', () => {
    expect(cartIsFilled()).toBe(false)
    toggleCartItem({ name: 'Free advice', amount: 0 })
    expect(cartIsFilled()).toBe(false)
    toggleCartItem(sugar)
    expect(cartIsFilled()).toBe(true)
  })

  it('keeps the lab in the tab while it is chosen, and beside the cart once it has tests', () => {
    chooseLab(lab)
    expect([labBeingChosen(), cartLab()]).toEqual([lab, null])
    fillCart(lab, [malaria, sugar])
    expect([cartLab(), cartItems()]).toEqual([lab, [malaria, sugar]])
    expect(Object.keys(JSON.parse(browser.device.getItem('lab') ?? '{}'))).toEqual([
      'name',
      'reference',
      'address',
    ])
  })

  it('deletes tests and lab when it is cleared', () => {
    fillCart(lab, [malaria])
    clearCart()
    expect([cartItems(), cartLab(), labBeingChosen()]).toEqual([[], null, null])
  })

  it('returns the same list until it changes, and notifies its listeners once for each change', () => {
    let changes = 0
    const stop = onCartChange(() => {
      changes += 1
    })
    toggleCartItem(malaria)
    expect(cartItems()).toBe(cartItems())
    stop()
    toggleCartItem(malaria)
    expect(changes).toBe(1)
  })
})
