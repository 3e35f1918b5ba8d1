import * as z from 'zod/mini'

/**
 * Error messages for names. Names appear in our mails to people without an account, so a name must not become a link, hide
 * text, or carry a message with numbers.
 */
export const nameProblems = {
  link: 'A name cannot hold a link or an email address. Write the name alone, with a space after a full stop.',
  hidden: 'A name cannot hold hidden characters or line breaks. Type it again instead of pasting it.',
  digits: 'A name can hold two digits at most. Leave the others out.',
  sign: (sign: string) => `A name cannot hold the sign “${sign}”. Leave it out.`,
  word: (word: string) => `A name cannot hold the word “${word}”. Write the name alone.`,
} as const

/** Digits that a name may hold, as in "John Paul 2" or "Elizabeth 2nd". */
const mostDigits = 2

/** Control and invisible characters, and those that change the direction of text. U+2800 is an empty Braille cell. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Anything but letters with their marks, digits, spaces, dashes, full stops, and the apostrophes and quotes of names. */
const notOfNames = /[^\p{L}\p{Mn}\p{Mc}\p{Nd}\p{Pd} .,'’‘`´′"“”()&·・‧׳״་〇]/u

/** Signs of a web or email address, anywhere in the name. */
const address = /@|https?|hxxp|\/\/|\bwww|\bxn--|\p{L}:\S/iu

/** "example dot com" and "example. com"; none of these endings is a name. */
const spacedHost = /(?:\.|\bdot\b)[^\p{L}\p{Nd}]*(?:com|net|org|info|biz|xyz)(?![\p{L}\p{M}])/iu

/** "evil. ng" and "evil-site dot ng": endings that can also be names, after a word that is no initial or title. */
const spacedEnding =
  /([\p{L}\p{M}\p{Pd}]{2,})(?:\s*[.,]\s*|\s+dot\s+)(?:ng|ly|co|io|ru|tk)(?![\p{L}\p{M}])/giu

/** Words of messages about money and accounts, because strangers read the patient's name in our mails. */
const messageWords =
  'account|airtime|blocked|bvn|click|invoice|nepa|otp|overdue|password|payment|please|refund|security|send|' +
  'support|suspended|urgent|verify|your'
const notNames = new RegExp(`(?<![\\p{L}\\p{M}])(${messageWords})(?![\\p{L}\\p{M}])`, 'iu')

/** Two words joined by a full stop without a space. Each match overlaps the next, so "a.b.c" gives two pairs. */
const dotted = /([\p{L}\p{M}\p{Nd}\p{Pd}'’]+)\.+(?=([\p{L}\p{M}\p{Nd}\p{Pd}'’]+))/gu

const initial = /^\p{L}\p{M}*$/u

/** Titles that people write directly before a name with a full stop, as in "Dr.Bello". */
const titles = new Set(
  (
    'acc alh alhaji amb apos arc arch barr bish br bro capt cdr ch chf chief cmdr col cpl deac dn dr dra ed elder eng ' +
    'engr esv evang eve evg fr gen gov hajia haj hj hon hrh hrm imam ing insp jnr jr justice kh lt maj mal mallam md mme ' +
    'mlle mohd mr mrs ms muhd mx nur nurse oba ph pharm prof pst pastor qs rev revd rt rtd sc sen sgt sheikh sir sis sr sra ' +
    'snr st sta ste supt surv syed tpl ust ven'
  ).split(' '),
)

/** Top-level domains refused after an initial or a title. Those that are also surnames or degrees are left out: "B.Tech". */
const hostEnds = new Set(
  (
    'com net org info biz edu gov mil xyz app dev io me link bet top site online shop store club live click win vip icu ' +
    'africa party loan loans review website email zip mov cloud space world today news fun host press stream download ' +
    'support money cash bank finance work trade bid date men life one'
  ).split(' '),
)

/** Whether two words joined by a full stop can be read as a host name such as "example.com". */
function isHost(before: string, after: string): boolean {
  if (initial.test(after)) return false
  if (!initial.test(before) && !titles.has(before.toLowerCase())) return true
  return hostEnds.has(after.toLowerCase()) || /^[a-z]{2}$/.test(after)
}

/** The name as it is stored: composed letters (NFC), and one plain space between words. */
function tidyName(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

/** The error message for a name, or null if the name is fine. An empty name is missing, not wrong, and gives null. */
export function nameProblem(typed: string): string | null {
  const name = tidyName(typed)
  // Mail programs may read full-width and mathematical letters as plain ones.
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const hosts = [...plain.matchAll(dotted)]
  if (address.test(plain) || spacedHost.test(plain)) return nameProblems.link
  if (hosts.some(([, before = '', after = '']) => isHost(before, after))) return nameProblems.link
  if ([...plain.matchAll(spacedEnding)].some(([, before = '']) => !titles.has(before.toLowerCase())))
    return nameProblems.link
  if (hidden.test(name)) return nameProblems.hidden
  const [sign] = notOfNames.exec(name) ?? []
  if (sign !== undefined) return nameProblems.sign(sign)
  const [word] = notNames.exec(plain) ?? []
  if (word !== undefined) return nameProblems.word(word)
  return (plain.match(/\p{Nd}/gu) ?? []).length > mostDigits ? nameProblems.digits : null
}

/** Whether two names are equal, ignoring case, accents and spaces. An empty name equals none. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) !== '' && folded(one) === folded(other)
}

/**
 * Whether two names can belong to one person: the same words in any order. One of them may leave out words, such as a
 * middle name, but must have two at least.
 */
export function namesAgree(one: string, other: string): boolean {
  if (isSameName(one, other)) return true
  const [first, second] = [words(one), words(other)]
  const [fewer, more] = first.length <= second.length ? [first, second] : [second, first]
  return fewer.length >= 2 && fewer.every((word) => more.includes(word))
}

function words(name: string): string[] {
  return [...new Set(folded(name).split(' '))]
}

function folded(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}

/** The schema for every name of a person: account, patient, family member, partner applicant, invited staff. */
export const name = z.string().check(
  z.overwrite(tidyName),
  z.minLength(1),
  // Stops the checks here, because the patterns below are slow on long text.
  z.maxLength(120, { abort: true }),
  z.refine((value) => nameProblem(value) === null, {
    error: ({ input }) => nameProblem(String(input)) ?? undefined,
  }),
)
