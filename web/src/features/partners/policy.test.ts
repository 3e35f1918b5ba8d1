import { nameProblems, nigerianStates, partnerKinds } from '@labalaba/contract'
import { describe, expect, it } from 'vitest'
import {
  type Application,
  applicationBody,
  applicationProblems,
  emptyApplication,
  stateOptions,
} from './policy.ts'

const good: Application = {
  ...emptyApplication('lab'),
  organisation: 'Ade Diagnostics',
  name: 'Ngozi Ade',
  phone: '0803 123 4567',
  email: 'ngozi@ade.example',
  state: 'Oyo',
  area: 'Bodija',
  message: 'We have two branches.',
  consent: true,
}

describe('an application', () => {
  it('can be sent once every required field is right', () => {
    for (const kind of partnerKinds) expect(applicationProblems({ ...good, kind })).toEqual({})
  })

  it('names every field that is missing, in the order of the form', () => {
    expect(Object.keys(applicationProblems(emptyApplication('lab')))).toEqual([
      ...['organisation', 'name', 'phone', 'email', 'state', 'area', 'consent'],
    ])
  })

  it('asks only a lab and a pharmacy for their name', () => {
    const required = partnerKinds.filter(
      (kind) => applicationProblems({ ...good, kind, organisation: ' ' }).organisation,
    )
    expect(required).toEqual(['lab', 'pharmacy'])
  })

  it('asks only a doctor for a message', () => {
    const required = partnerKinds.filter(
      (kind) => applicationProblems({ ...good, kind, message: ' ' }).message,
    )
    expect(required).toEqual(['doctor'])
  })

  it('has the site’s usual messages for a wrong email and phone', () => {
    expect(applicationProblems({ ...good, email: 'ngozi@', phone: '12' })).toEqual({
      email: 'Invalid email format',
      phone: 'phone number must start with 234',
    })
  })

  it('has the server’s message for a name with a link', () => {
    expect(applicationProblems({ ...good, name: 'Refund at evil.example' })).toEqual({
      name: nameProblems.link,
    })
  })

  it('is sent with its phone normalised, and a registration only from a lab', () => {
    const typed = { ...good, registrationNumber: ' MLS-1 ' }
    expect(applicationBody(typed, 'r-1')).toMatchObject({
      phone: '2348031234567',
      registrationNumber: 'MLS-1',
    })
    expect(applicationBody({ ...typed, kind: 'doctor' }, 'r-1').registrationNumber).toBe('')
  })
})

it('36 states and the FCT can be chosen', () => {
  expect(new Set(nigerianStates).size).toBe(37)
  expect(stateOptions).toHaveLength(38)
})
