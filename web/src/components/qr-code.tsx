import { encode } from 'uqr'

/** An address as a QR code. */
export function QrCode({ address, name }: { address: string; name: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: 1 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={dark.join('')} fill="currentColor" />
    </svg>
  )
}
