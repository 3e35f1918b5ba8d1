/** Kobo as displayed text: "₦12,500" if whole naira, otherwise "₦12,500.50"; other currencies with their code. */
export function moneyText(kobo: number, currency: string): string {
  const digits = kobo % 100 === 0 ? 0 : 2
  const number = new Intl.NumberFormat('en-NG', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${currency === 'NGN' ? '₦' : `${currency} `}${number.format(kobo / 100)}`
}
