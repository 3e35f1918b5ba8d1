/** One case of the attack suite, and the tests that prove that it fails. */
export type Case = { readonly name: string; readonly tests: readonly string[] }

/** Every attack that has a quick test. `npm run attack` runs these tests as one group, `npm test` with all others. */
export const cases: readonly Case[] = [
  {
    name: '1 taking over an account',
    tests: [
      'server/src/account/registration/register.db.test.ts',
      'server/src/account/registration/takeover.db.test.ts',
      'server/src/account/reset-password.db.test.ts',
      'server/src/notification/channel/channel.db.test.ts',
      'server/src/account/second-factor/second-factor.db.test.ts',
    ],
  },
  {
    name: '2 one stranger takes the site down',
    tests: [
      'server/test/faults/flood.db.test.ts',
      'server/test/faults/overload.db.test.ts',
      'server/test/faults/paystack-away.db.test.ts',
      'server/src/payment/check/checks.db.test.ts',
      'server/src/booking/allowance.db.test.ts',
      'server/src/platform/concurrency-limiter.test.ts',
      'server/src/platform/connections.test.ts',
      'server/src/platform/rate-counter.db.test.ts',
    ],
  },
  {
    name: '3 consent by mailbox',
    tests: [
      'server/test/family.db.test.ts',
      'server/test/old-consents.db.test.ts',
      'server/src/result/consent/consents.db.test.ts',
      'server/src/result/consent/proven.db.test.ts',
      'server/src/result/inbox/inbox.db.test.ts',
      'server/src/result/reading/reading.db.test.ts',
    ],
  },
  {
    name: '4 locking somebody out',
    tests: [
      'server/src/account/tries/strangers.db.test.ts',
      'server/src/account/tries/spraying.db.test.ts',
      'server/src/account/sign-in.db.test.ts',
    ],
  },
  { name: '5 closing the codes of others', tests: ['server/src/account/code/codes.db.test.ts'] },
  {
    name: '6 hostile PDFs and pictures',
    tests: [
      'server/src/platform/rewriting/pdf/rewrite-pdf.test.ts',
      'server/src/platform/rewriting/pdf/honest-pdf.test.ts',
      'server/src/platform/rewriting/picture.test.ts',
      'server/src/platform/rewriting/rewriter.test.ts',
      'server/src/result/attachment/attachments.db.test.ts',
      'server/src/collection/photo/photos.db.test.ts',
    ],
  },
  {
    name: '7 hostile names',
    tests: [
      'contract/src/name.test.ts',
      'server/src/notification/stranger/strangers.db.test.ts',
      'server/src/notification/stranger/sender.test.ts',
      'server/src/notification/letter.test.ts',
      'server/src/notification/subjects.db.test.ts',
      'server/test/hostile-words.db.test.ts',
      'server/src/platform/csv.test.ts',
      'server/test/faults/mail.db.test.ts',
    ],
  },
  {
    name: '8 doctors of their own making',
    tests: [
      'server/src/licence/licences.db.test.ts',
      'server/test/verified-doctor.db.test.ts',
      'server/src/payment/share.db.test.ts',
    ],
  },
  {
    name: 'access of every call and role',
    tests: [
      'server/test/contract/matrix.db.test.ts',
      'server/test/contract/records.db.test.ts',
      'server/test/contract/fuzz.db.test.ts',
      'server/test/contract/account-calls.db.test.ts',
      'server/test/contract/booking-calls.db.test.ts',
      'server/src/account/routes.db.test.ts',
      'server/src/account/sessions.db.test.ts',
      'server/src/account/device/devices.db.test.ts',
    ],
  },
  {
    name: 'forged words of the provider, and money',
    tests: [
      'server/src/payment/settle.db.test.ts',
      'server/test/contract/interfaces.db.test.ts',
      'server/src/result/delivery/hostile.db.test.ts',
    ],
  },
  {
    name: 'history that an insider rewrites',
    tests: ['server/src/audit/chain/insider.db.test.ts'],
  },
  {
    name: 'settings, packages, logs and headers',
    tests: [
      'server/src/platform/unsafe-settings.test.ts',
      'server/src/safe-start.db.test.ts',
      'scripts/lock-integrity.test.ts',
      'server/test/faults/logs.db.test.ts',
      'server/src/platform/fastify.test.ts',
    ],
  },
]
