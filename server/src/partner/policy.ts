const hour = 60 * 60 * 1000

/** How many applications may come from one email, and from one network address, which many phones may share. */
export const perEmail = { most: 3, window: 24 * hour }
export const perAddress = { most: 20, window: hour }

/** For how long the same words are the same application, and not another. */
export const sameFor = 24 * hour
