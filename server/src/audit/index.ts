export { type Entry, writeDown } from './rows.ts'
