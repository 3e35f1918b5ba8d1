import type { Input } from './inputs.ts'

const nobody = { id: '00000000-0000-4000-8000-000000000000' }

/** Valid inputs of a lab’s price calls. */
export const priceInputs: Readonly<Record<string, () => Input>> = {
  listLabPrices: () => ({ query: { page: '1', limit: '15', q: 'blood', show: 'offered' } }),
  readPriceDesk: () => ({}),
  downloadPrices: () => ({}),
  readPriceHistory: () => ({ params: { code: 'fbc' } }),
  setLabPrice: () => ({
    params: { code: 'fbc' },
    body: {
      key: '00000000-0000-4000-8000-0000000000aa',
      from: null,
      seen: { price: 7000, turnaroundHours: 24, atHome: true, paused: false },
      price: 7000,
      turnaroundHours: 24,
      atHome: true,
      paused: false,
    },
  }),
  proposePriceFile: () => ({ body: { text: 'test_code,price_ngn\nfbc,7100\n' } }),
  proposePercentage: () => ({ body: { percent: 2.5, department: null } }),
  readPriceChange: () => ({ params: nobody, query: { page: '1' } }),
  confirmPriceChange: () => ({ params: nobody, body: { from: null } }),
  withdrawPriceChange: () => ({ params: nobody }),
}
