export { allTests, type Price, packageParts } from './import-rows.ts'
export { recountMarkets, sweepMarkets } from './market/markets.ts'
export {
  type BookableOffer,
  importPrices,
  labsMatching,
  offersAt,
  offersByName,
  resolvePrices,
} from './offers.ts'
export { orderSetRoutes } from './order-set/routes.ts'
export { forgetOrderSets } from './order-set/rows.ts'
export { readPackageSheet, readPurposeSheet } from './package-sheet.ts'
export { importPackages, importPurposes } from './packages.ts'
export { applyDueChanges, tidyPreviews } from './price-list/changes.ts'
export { pausedTests } from './price-list/paused-rows.ts'
export { priceListRoutes } from './price-list/routes.ts'
export { readPriceSheet } from './price-sheet.ts'
export { catalogueRoutes } from './routes.ts'
export { type SoldTest, soldOf, testsSold } from './rows.ts'
export { packagePrice } from './rules.ts'
export { readTestSheet } from './test-sheet.ts'
export { checkTestNames, importTests } from './tests.ts'
