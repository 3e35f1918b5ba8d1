import { nigerianStates } from '@labalaba/contract'
import { describe, expect, test } from 'vitest'
import { shapes } from './nigeria.ts'
import { byLetter, depthOf, neighbour, stateLabel } from './policy.ts'

const names = shapes.map(({ name }) => name)

describe('the map', () => {
  test('has every state and the FCT once, under the names that addresses have', () => {
    expect([...names].sort()).toEqual([...nigerianStates].sort())
  })

  test('draws each as a closed outline around its middle', () => {
    for (const { name, x, y, path } of shapes) {
      expect(path, name).toMatch(/^(M\d+ \d+l[-\d ]+z)+$/)
      expect(x > 0 && x < 744 && y > 0 && y < 600, name).toBe(true)
    }
  })

  test('can be walked with the arrow keys from Lagos to every state', () => {
    const seen = new Set(['Lagos'])
    for (const from of seen) {
      for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'])
        seen.add(neighbour(shapes, from, key))
    }
    expect(names.filter((name) => !seen.has(name))).toEqual([])
  })

  test('moves in the direction of the arrow, and stays at the edge', () => {
    expect(neighbour(shapes, 'Lagos', 'ArrowUp')).toBe('Ogun')
    expect(neighbour(shapes, 'Borno', 'ArrowRight')).toBe('Borno')
    expect(neighbour(shapes, 'Kano', 'Tab')).toBe('Kano')
  })

  test('moves by letters from state to state, and around', () => {
    expect(byLetter(names, 'Lagos', 'k')).toBe('Kaduna')
    expect(byLetter(names, 'Kwara', 'k')).toBe('Kaduna')
    expect(byLetter(names, 'Kano', 'K')).toBe('Katsina')
    expect(byLetter(names, 'Kano', 'x')).toBe('Kano')
  })
})

describe('a state', () => {
  test('is read out with its labs and where the prices begin', () => {
    expect(stateLabel('Lagos', { state: 'Lagos', labs: 34, priceFrom: 4500 })).toBe(
      'Lagos, 34 labs, from ₦4,500',
    )
    expect(stateLabel('FCT', { state: 'FCT', labs: 1, priceFrom: 4500 })).toBe(
      'FCT (Abuja), 1 lab, from ₦4,500',
    )
    expect(stateLabel('Yobe', undefined)).toBe('Yobe, no lab offers it')
  })

  test('is darker the more labs it has', () => {
    expect([0, 1, 3, 10, 45].map((labs) => depthOf(labs, 45))).toEqual([0, 1, 1, 3, 4])
    expect(depthOf(1, 1)).toBe(4)
  })
})
