export { noteLook } from './list-rows.ts'
export { type Entry, writeDown } from './rows.ts'
