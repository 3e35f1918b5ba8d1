export { allTests, type Price, packageParts } from './import-repository.ts'
export { pacedMarketRecount, recountMarkets } from './market/markets.ts'
export {
  type BookableOffer,
  importPrices,
  labsMatching,
  offersAt,
  offersByName,
  resolvePrices,
} from './offers.ts'
export { forgetOrderSets } from './order-sets/repository.ts'
export { orderSetRoutes } from './order-sets/routes.ts'
export { readPackageSheet, readPurposeSheet } from './package-sheet.ts'
export { importPackages, importPurposes } from './packages.ts'
export { packagePrice } from './policy.ts'
export { applyDueChanges, tidyPreviews } from './price-lists/changes.ts'
export { pausedTests } from './price-lists/paused-repository.ts'
export { priceListRoutes } from './price-lists/routes.ts'
export { readPriceSheet } from './price-sheet.ts'
export { type SoldTest, soldOf, testsSold } from './repository.ts'
export { catalogueRoutes } from './routes.ts'
export { readTestSheet } from './test-sheet.ts'
export { checkTestNames, importTests } from './tests.ts'
