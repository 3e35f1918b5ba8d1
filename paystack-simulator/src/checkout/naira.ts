/** Kobo as a person reads it: "₦12,500" when whole, "₦12,500.50" when not; other currencies by their code. */
export function moneyText(kobo: number, currency: string): string {
  const digits = kobo % 100 === 0 ? 0 : 2
  const number = new Intl.NumberFormat('en-NG', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${currency === 'NGN' ? '₦' : `${currency} `}${number.format(kobo / 100)}`
}
