import { expect, test } from 'vitest'
import { deviceCookie, newDevice, readDevice } from './device.ts'

const device = newDevice()
const other = newDevice()

test('over https the cookie is for this host only, and is never sent without TLS', () => {
  expect(deviceCookie(device, true)).toBe(
    `__Host-device=${device.token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure`,
  )
  expect(deviceCookie(device, false)).toBe(
    `device=${device.token}; Path=/v0; Max-Age=34560000; HttpOnly; SameSite=Strict`,
  )
})

test('a browser is recognised by either cookie, the https one first', () => {
  expect(readDevice(`a=b; device=${device.token}`)).toEqual(device)
  expect(readDevice(`__Host-device=${device.token}; c=d`)).toEqual(device)
  expect(readDevice(`device=${other.token}; __Host-device=${device.token}`)).toEqual(device)
})

test.each([
  undefined,
  '',
  'device=',
  'device=short',
  `xdevice=${'a'.repeat(43)}`,
  `device=${'a'.repeat(44)}`,
])('the cookies %j identify no browser', (header) => {
  expect(readDevice(header)).toBeNull()
})
