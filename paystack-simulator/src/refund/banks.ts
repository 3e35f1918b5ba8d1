import type { FastifyInstance } from 'fastify'
import { granted } from '../envelope.ts'

/** Some Nigerian banks, in the form of section 1.9; `code` is text, and leading zeros count. */
const banks = [
  [1, 'Access Bank', '044'],
  [7, 'First Bank of Nigeria', '011'],
  [9, 'Guaranty Trust Bank', '058'],
  [67, 'Moniepoint MFB', '50515'],
  [171, 'OPay Digital Services Limited (OPay)', '999992'],
  [18, 'Union Bank of Nigeria', '032'],
  [33, 'United Bank For Africa', '033'],
  [20, 'Wema Bank', '035'],
  [21, 'Zenith Bank', '057'],
] as const

/** The list of banks. */
export function bankRoutes(api: FastifyInstance): void {
  api.get('/bank', () =>
    granted(
      'Banks retrieved',
      banks.map(([id, name, code]) => ({
        ...{ id, name, code, slug: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'), longcode: '' },
        ...{ gateway: null, pay_with_bank: false, active: true, is_deleted: false },
        ...{ country: 'Nigeria', currency: 'NGN', type: 'nuban' },
      })),
    ),
  )
}
