import type { StaffMember } from '@labalaba/contract'
import { expect, test } from 'vitest'
import { actsFor, inviteMissing, membershipLine } from './policy.ts'

const bisi: StaffMember = {
  id: '1',
  type: 'lab',
  name: 'Bisi Ade',
  email: 'bisi@lab.example',
  state: 'active',
  membership: null,
  dutiesGiven: null,
  invitedAt: '',
  expiresAt: '',
  secondFactor: true,
}

test('an invitation can be sent again or withdrawn, an account suspended and restored', () => {
  const acts = (state: StaffMember['state'], secondFactor = true) => actsFor({ ...bisi, state, secondFactor })
  expect(acts('invited')).toEqual(['renew', 'revoke'])
  expect(acts('lapsed')).toEqual(['renew'])
  expect(acts('revoked')).toEqual(['renew'])
  expect(acts('active')).toEqual(['reset', 'suspend'])
  expect(acts('active', false)).toEqual(['suspend'])
  expect(acts('suspended')).toEqual(['restore'])
  expect(acts('deleted')).toEqual([])
})

test('only lab staff need a lab and a duty', () => {
  const form = { name: 'Bisi', email: 'bisi@lab.example', lab: '', duties: [] }
  expect(inviteMissing({ ...form, type: 'phlebotomist' })).toEqual([])
  expect(inviteMissing({ ...form, type: 'lab' })).toEqual(['a lab', 'a duty'])
  expect(inviteMissing({ ...form, type: 'operator', name: ' ', email: 'bisi@' })).toEqual([
    'a name',
    'a full email',
  ])
})

test('one line shows where a staff member works and as what', () => {
  const lab = { slug: 'yaba-lab', name: 'Yaba Lab' }
  const none = { licence: null, qualification: null }
  expect(membershipLine({ lab, duties: ['desk', 'manager'], locations: [], ...none })).toBe(
    'Yaba Lab (all locations): desk, manager',
  )
  expect(
    membershipLine({
      ...{ lab, duties: ['verifier'], locations: [{ address: 'a', name: 'Yaba Main' }] },
      ...{ licence: 'RA 12345', qualification: 'BMLS, FMLSCN' },
    }),
  ).toBe('Yaba Lab (Yaba Main): verifier · licence RA 12345 · BMLS, FMLSCN')
})
