import { brand } from '@labalaba/contract'
import type { Db } from '../../../db.ts'
import { DomainError } from '../../../infra/http/domain-error.ts'
import { isCommon, publicHash } from './known-list.ts'
import { isAnyKnown } from './repository.ts'

const messages: Readonly<Record<Weakness, string>> = {
  short: 'Choose a longer password. It needs at least 8 characters.',
  own_email: 'This password is too close to your email. Choose another.',
  own_name: 'This password is too close to your name or your phone number. Choose another.',
  local: 'This password is too close to our name or to the name of a place. Choose another.',
  common: 'This password is on a list of common or stolen passwords. Choose another. Three words work well.',
}

/**
 * Throws `weak_password`, with a message that names the cause, for a password that is too short, close to the owner's
 * email, name or phone or to our name, common, or on the list that the operator has imported.
 */
export async function refuseWeakPassword(db: Db, password: string, owner: PasswordOwner): Promise<void> {
  const weakness = weaknessOf(password, owner) ?? ((await isListed(db, password)) ? 'common' : null)
  if (weakness !== null) throw new DomainError('weak_password', { message: messages[weakness] })
}

async function isListed(db: Db, password: string): Promise<boolean> {
  const forms = formsOf(password)
  return forms.some(isCommon) || (await isAnyKnown(db, forms.map(publicHash)))
}

/**
 * The forms of a password that are looked up: as typed, in lower case, and without the digits and signs around a word. A
 * password of many kinds of characters is looked up only as a whole.
 */
function formsOf(password: string): string[] {
  const lower = password.toLowerCase()
  return [...new Set([password, lower, ...(isVaried(password) ? [] : readings(lower))])]
}

/** The words that the most common passwords are made of. Digits, signs and look-alike letters around them are ignored. */
const stems = new Set(
  `password passwords passwort contrasena motdepasse passcode passphrase pass password mypassword thepassword
  newpassword oldpassword testpassword userpassword adminpassword changeme changeit changethis letmein letmeinnow
  openup opensesame welcome welcomeback welcomehome hello helloworld hellothere admin administrator administration
  sysadmin root rootroot superuser superman superadmin moderator guest guestuser user username test tester testing
  testtest testuser demo demouser sample example default secret topsecret mysecret secure security private
  login loginlogin signin access accessgranted master masterkey master1 temp temporary temppass trustno trustme
  whatever nothing something anything iloveyou iloveyouso iloveme loveyou loveme lovely lover mylove truelove
  iloveu ihateyou iloveyoubaby babygirl babyboy mybaby princess prince queen kingking sunshine moonlight starlight
  rainbow butterfly flower flowers football footballer soccer baseball basketball hockey cricket arsenal chelsea
  liverpool manchester manunited barcelona realmadrid juventus messi ronaldo dragon monkey tigger tiger lion eagle
  shadow master ninja samurai warrior hunter ranger killer batman spiderman ironman superstar starwars pokemon
  naruto matrix phoenix thunder lightning freedom liberty summer winter spring autumn january february march april
  june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  michael jennifer jessica jordan ashley daniel andrew joshua matthew robert thomas charlie george william
  nicole michelle amanda samantha anthony jonathan christian christopher emmanuel chioma chinedu blessing
  favour precious victory goodluck godisgood godislove godisgreat godbless thankgod praisegod jesus jesuschrist
  jesusislord jesuslovesme christ lordgod blessed amazinggrace grace faith hallelujah alhamdulillah bismillah
  allahuakbar mohammed muhammad abubakar ibrahim nigeria naija nigerian lagos abuja ibadan kaduna yoruba hausa
  biafra africa money moneyman dollar million millionaire computer internet facebook google instagram whatsapp
  youtube twitter samsung iphone android nokia microsoft windows linux apple cheese chocolate cookie banana orange
  pepper ginger hospital doctor patient laboratory laboratories medical medicine health healthcare clinic
  mother father mummy daddy family friend friends forever together sister brother fuckyou fuckoff asshole bitch
  qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc zaqwsx aaaaaa`
    .split(/\s+/)
    .filter((stem) => stem.length >= 4),
)

/** Runs of the keyboard, the alphabet and the digits. */
const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
].flatMap((row) => [row, [...row].reverse().join('')])

const shortest = 8

/** The first guesses at a lab marketplace in Nigeria: its name, its products, and where its patients live. */
const localWords = new Set(
  `${brand.name.toLowerCase()} labtest labtests bloodtest medicaltest laboratory laboratories laboratorytest
  nigeria nigerian nigerians naija naijaboy naijagirl lagos lagosian eko abuja ibadan kaduna kano enugu onitsha owerri
  aba benin warri asaba uyo calabar portharcourt jos ilorin abeokuta akure osogbo ikeja lekki yaba surulere ikorodu
  yoruba hausa igbo biafra arewa africa african`.split(/\s+/),
)

/**
 * The first guesses anywhere. They are also searched for in passwords of many kinds of characters, such as "Password123!".
 */
const firstTried = new Set([
  'password',
  'passwort',
  'letmein',
  'qwerty',
  'admin',
  'administrator',
  'changeme',
])

/** The owner of the password. Name and phone are empty if they are not known. */
export type PasswordOwner = { readonly email: string; readonly name?: string; readonly phone?: string }

/**
 * Why a password is refused: too short, too close to the owner's email, name or phone, to our name or a place, or common.
 */
export type Weakness = 'short' | 'own_email' | 'own_name' | 'local' | 'common'

/**
 * Why a password is weak by its own letters, or null: it is too short, common, or little more than an obvious word, such as
 * the product's name, the owner's name or phone, or part of the owner's email.
 */
export function weaknessOf(
  password: string,
  { email, name = '', phone = '' }: PasswordOwner,
): Weakness | null {
  if ([...password].length < shortest) return 'short'
  const lower = password.toLowerCase()
  if (/^\d{0,9}$/.test(lower) || isRepeated(lower)) return 'common'
  const texts = readings(lower)
  const ownWords = emailWords(email)
  if (texts.some((text) => isKnown(text, ownWords))) return 'own_email'
  const nameWords = wordsOfName(name)
  const plainTexts = readings(withoutMarks(lower))
  if (plainTexts.some((text) => isKnown(text, nameWords) || isOnly(text, nameWords))) return 'own_name'
  if (isPhone(lower, phone, new Set([...ownWords, ...nameWords]))) return 'own_name'
  if (texts.some((text) => isKnown(text, localWords) || isOnly(text, localWords))) return 'local'
  const common = isVaried(password) ? firstTried : stems
  return texts.some((text) => isRun(text) || isKnown(text, common)) ? 'common' : null
}

/**
 * Whether a password has nine or more characters with small and capital letters, digits and signs. Common passwords are not
 * like this, so it is only checked for the product's and the owner's words and for the first guesses.
 */
function isVaried(password: string): boolean {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u]
  return [...password].length >= 9 && kinds.every((kind) => kind.test(password))
}

/** The readings of a password in lower case: with and without characters around a word, and with look-alikes as letters. */
function readings(lower: string): string[] {
  const middle = lower.replace(/^[^\p{L}]{0,6}/u, '').replace(/[^\p{L}]{0,6}$/u, '')
  return [lower, middle.length < 4 ? lower : middle].flatMap((text) => [
    text,
    plain(text, 'i'),
    plain(text, 'l'),
  ])
}

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

function plain(text: string, one: string): string {
  return text.replace(/[034579@$]/g, (sign) => lookAlikes[sign] ?? sign).replace(/[1!|]/g, one)
}

/** Whether the text is little more than one known word, perhaps repeated, with runs of the keyboard between. */
function isKnown(text: string, known: ReadonlySet<string>): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '')
  if (known.has(letters) && text.length - letters.length <= 6) return true
  const words = [...known].filter((word) => text.includes(word))
  return words.some((word) => unexplained(text, word) <= 2)
}

/** Whether the text is little more than runs of the keyboard. */
function isRun(text: string): boolean {
  return unexplained(text, '') <= 2
}

/** Whether the text is only known words, one after another, with a few digits and signs. */
function isOnly(text: string, known: ReadonlySet<string>): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '')
  if (letters === '' || text.length - letters.length > 6) return false
  const longestFirst = [...known].toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
}

/** How many characters are neither part of `word` nor of a run. */
function unexplained(text: string, word: string): number {
  let count = 0
  for (let at = 0; at < text.length; ) {
    const step = Math.max(runLength(text, at), word && text.startsWith(word, at) ? word.length : 0)
    if (step === 0) count += 1
    at += step || 1
  }
  return count
}

/** How many characters from here on follow a run of the keyboard or repeat one character; 0 when fewer than four. */
function runLength(text: string, from: number): number {
  let length = 0
  const fits = (part: string) => runs.some((run) => run.includes(part)) || /^(.)\1*$/su.test(part)
  while (from + length < text.length && fits(text.slice(from, from + length + 1))) length += 1
  return length >= 4 ? length : 0
}

/** Whether the text repeats one part of at most four characters. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/su.test(text)
}

/**
 * Whether the text is little more than the owner's phone number, with or without the country, and perhaps a word of theirs.
 */
function isPhone(lower: string, phone: string, ownWords: ReadonlySet<string>): boolean {
  const number = phone.replace(/\D/g, '').slice(-10)
  const bare = lower.replace(/[^\p{L}\d]/gu, '')
  if (number.length < 10 || !bare.includes(number)) return false
  const rest = bare.replace(number, '')
  const letters = rest.replace(/\d/g, '')
  return rest.length - letters.length <= 6 && (letters.length < 4 || isOnly(letters, ownWords))
}

function wordsOfName(name: string): ReadonlySet<string> {
  const parts = withoutMarks(name.toLowerCase()).split(/[^\p{L}]+/u)
  return new Set([...parts, parts.join('')].filter((part) => part.length >= 3))
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function emailWords(email: string): ReadonlySet<string> {
  const whole = email.toLowerCase()
  const [local = '', domain = ''] = whole.split('@')
  const parts = [whole, local, ...local.split(/[^\p{L}]+/u), domain, domain.split('.')[0] ?? '']
  return new Set([...parts, local.replace(/[^\p{L}]/gu, '')].filter((part) => part.length >= 3))
}
