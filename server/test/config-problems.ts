import { ConfigError, type Environment, readConfig } from '../src/infra/config/config.ts'

/** The problems of these settings, as the program reports them at its start. */
export function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
