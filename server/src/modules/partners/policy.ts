const hour = 60 * 60 * 1000

/** How many applications one email may send, and one network address, which many phones may share. */
export const perEmail = { most: 3, window: 24 * hour }
export const perAddress = { most: 20, window: hour }

/** How long a repeated application with the same content counts as the same one, in milliseconds. */
export const sameFor = 24 * hour
