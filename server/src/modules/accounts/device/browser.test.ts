import { expect, test } from 'vitest'
import { browserName } from './browser.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Mobile Safari/604.1',
    'Chrome on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Opera/9.80 (Android; Opera Mini/36.2) Presto/2.12', 'Opera on Android'],
  [
    'Mozilla/5.0 (Linux; Android 13) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'Another program'],
  ['', 'Another program'],
])('%s is %s', (agent, name) => {
  expect(browserName(agent)).toBe(name)
})

test('a header of any length is judged quickly and named briefly', () => {
  expect(browserName(`Mozilla/5.0 ${'('.repeat(20_000)} Safari/1`)).toBe('Safari')
})
