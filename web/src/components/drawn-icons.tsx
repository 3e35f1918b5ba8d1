import { icon } from './first-icons.tsx'

// Drawn by us on Lucide's grid and with its stroke, where that set has no icon.

/** A capped tube and a drop. */
export const TubeIcon = /* @__PURE__ */ icon(
  'M4 3h8v4H4zM5.5 7v11a2.5 2.5 0 0 0 5 0V7M5.5 13h5M17.5 12c1.9 2.2 2.9 3.8 2.9 5.3a2.9 2.9 0 0 1-5.8 0c0-1.5 1-3.1 2.9-5.3z',
)

/** A motorbike with a box behind the seat. */
export const MotorbikeIcon = /* @__PURE__ */ icon(
  'M2.5 17.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0M15.5 17.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0M14 6h2l2.5 11.5M8.5 17.5H12l4.8-6M3 11.5h7.5l2 2M3 6.5h5.5v5H3z',
)
