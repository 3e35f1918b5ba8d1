import { expect, test, vi } from 'vitest'
import { isWeakPassword } from './weak-passwords.ts'

const email = 'chidinma.eze@clinic.example'

test.each([
  '',
  'short',
  'Ab3!xyz',
  'password',
  'password1',
  'Password1',
  'P@ssw0rd',
  'p455w0rd!',
  'passw0rd2026',
  '12345678',
  '123456789',
  '20261121',
  '11111111',
  'abcdefgh',
  'abcd1234',
  'qwertyuiop',
  'qwerty123',
  'Qwerty123456',
  '1q2w3e4r',
  'asdfghjkl',
  'zxcvbnm1',
  'passwordpassword',
  'abcabcabc',
  'iloveyou',
  'iloveyou2',
  'letmein1',
  'welcome1',
  'welcome@123',
  'admin123',
  'administrator',
  'football',
  'superman',
  'jesus123',
  'chioma123',
  'nigeria1',
  'changeme!',
  'labalaba',
  'Labalaba1',
  'labalaba2026!',
  'Labalaba-2026!',
  'Chidinma.Eze-99',
  'L4b4l4b4',
  'LabalabaLabalaba',
  'chidinma',
  'chidinma1',
  'Chidinma.Eze',
  'chidinmaeze99',
  '!!password!!',
  'aaaaaaaaaaaa',
  'clinic2026',
])('refuses %j', (password) => {
  expect(isWeakPassword(password, email)).toBe(true)
})

test.each([
  'Okro soup at nine 47',
  'correct horse battery staple',
  'Str0ng-Passw0rd-99',
  'my dog eats garri',
  'Tz8#qLp2',
  'ẹ̀wà àgọ̀nyìn dára',
  'пароль из леса',
  '😀😀😎🤠🥳🚀🌍🔥',
  'Sturdy-Okro-48!',
  'kettle8drum',
  'Harmattan-Secret-12',
  'Welcome-Back-2026!',
  '  spaces count  ',
  '8473920156',
  'chidinma walks to work daily',
])('takes %j', (password) => {
  expect(isWeakPassword(password, email)).toBe(false)
})

test('a short local part is not sought inside longer words', () => {
  expect(isWeakPassword('Canadian maple 9', 'ada@mail.example')).toBe(false)
})

test('judges 128 characters with little work', () => {
  const searches = vi.spyOn(String.prototype, 'includes')
  for (const part of ['password', 'passwordadminnigeria', 'xpasswordy', 'qwerty9'])
    isWeakPassword(part.repeat(16).slice(0, 128), email)
  const made = searches.mock.calls.length
  searches.mockRestore()
  expect(made).toBeGreaterThan(1000)
  expect(made).toBeLessThan(400_000)
})
