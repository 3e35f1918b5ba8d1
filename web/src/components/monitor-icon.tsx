import { icon } from './first-icons.tsx'

/** A computer's screen. In a file of its own, so that the download page needs none of the other icons. */
export const MonitorIcon = /* @__PURE__ */ icon(
  'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM8 21h8M12 17v4',
)
