/** The brand's colours, on paper. */
export const colours = {
  paper: '#fbf8f3',
  sand: '#f3ede3',
  ink: '#1c1d2e',
  muted: '#5a5c70',
  indigo: '#2e3192',
  marigold: '#f2a541',
  warn: '#6b4a00',
  warnTint: '#fff3d6',
  hair: '#e2dbcf',
} as const
