export type { SimulatorOptions } from './settings.ts'
export type { Simulator } from './simulator.ts'
export { startSimulator } from './simulator.ts'
