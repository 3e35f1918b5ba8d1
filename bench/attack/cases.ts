/** One case of the attack suite, and the tests that prove that it fails. */
export type Case = { readonly name: string; readonly tests: readonly string[] }

/** Every attack that has a quick test. `npm run attack` runs these tests as one group, `npm test` with all others. */
export const cases: readonly Case[] = [
  {
    name: '1 taking over an account',
    tests: [
      'server/src/modules/accounts/registration/register.db.test.ts',
      'server/src/modules/accounts/registration/takeover.db.test.ts',
      'server/src/modules/accounts/reset-password.db.test.ts',
      'server/src/modules/notifications/channel/channel.db.test.ts',
      'server/src/modules/accounts/second-factor/second-factor.db.test.ts',
    ],
  },
  {
    name: '2 one stranger takes the site down',
    tests: [
      'server/test/faults/flood.db.test.ts',
      'server/test/faults/overload.db.test.ts',
      'server/test/faults/paystack-away.db.test.ts',
      'server/src/modules/payments/checks.db.test.ts',
      'server/src/modules/orders/allowance.db.test.ts',
      'server/src/infra/http/concurrency-limiter.test.ts',
      'server/src/infra/http/connections.test.ts',
      'server/src/infra/http/rate-counter.db.test.ts',
    ],
  },
  {
    name: '3 consent by mailbox',
    tests: [
      'server/test/family.db.test.ts',
      'server/src/modules/consents/consents.db.test.ts',
      'server/src/modules/consents/proven.db.test.ts',
      'server/src/modules/result-access/inbox/inbox.db.test.ts',
      'server/src/modules/result-access/read-results.db.test.ts',
      'server/src/modules/result-access/break-glass/break-glass.db.test.ts',
      'server/src/modules/result-access/break-glass/opened.db.test.ts',
    ],
  },
  {
    name: '4 locking an account out',
    tests: [
      'server/src/modules/accounts/tries/strangers.db.test.ts',
      'server/src/modules/accounts/tries/spraying.db.test.ts',
      'server/src/modules/accounts/sign-in.db.test.ts',
    ],
  },
  { name: '5 closing the codes of others', tests: ['server/src/modules/accounts/code/codes.db.test.ts'] },
  {
    name: '6 hostile PDFs and pictures',
    tests: [
      'server/src/infra/file-rewriting/pdf/rewrite-pdf.test.ts',
      'server/src/infra/file-rewriting/pdf/honest-pdf.test.ts',
      'server/src/infra/file-rewriting/picture.test.ts',
      'server/src/infra/file-rewriting/rewriter.test.ts',
      'server/src/modules/results/attachments/attachments.db.test.ts',
      'server/src/modules/home-visits/photos/photos.db.test.ts',
    ],
  },
  {
    name: '7 hostile names',
    tests: [
      'contract/src/name.test.ts',
      'server/src/modules/notifications/orders/strangers.db.test.ts',
      'server/src/modules/notifications/orders/sender.test.ts',
      'server/src/modules/notifications/letter.test.ts',
      'server/src/modules/notifications/subjects.db.test.ts',
      'server/test/hostile-words.db.test.ts',
      'server/src/infra/files/csv.test.ts',
      'server/test/faults/mail.db.test.ts',
    ],
  },
  {
    name: '8 doctors of their own making',
    tests: [
      'server/src/modules/licences/licences.db.test.ts',
      'server/test/verified-doctor.db.test.ts',
      'server/src/modules/payments/share.db.test.ts',
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
      'server/src/modules/accounts/routes.db.test.ts',
      'server/src/modules/accounts/sessions.db.test.ts',
      'server/src/modules/accounts/device/devices.db.test.ts',
    ],
  },
  {
    name: 'forged words of the provider, and money',
    tests: [
      'server/src/modules/payments/settle.db.test.ts',
      'server/test/contract/interfaces.db.test.ts',
      'server/src/modules/lab-integration/deliveries/hostile.db.test.ts',
    ],
  },
  {
    name: 'history that an insider rewrites',
    tests: ['server/src/modules/audit/chain/insider.db.test.ts'],
  },
  {
    name: 'settings, packages, logs and headers',
    tests: [
      'server/src/infra/config/unsafe-settings.test.ts',
      'server/src/safe-start.db.test.ts',
      'scripts/lock-integrity.test.ts',
      'server/test/faults/logs.db.test.ts',
      'server/src/infra/http/fastify.test.ts',
    ],
  },
]
