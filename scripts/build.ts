import { buildWeb } from './web-build.ts'

/** `npm run build`: builds the web, so that a production install does not need the build packages. */
const built = await buildWeb()
console.log(built ? 'The web is built.' : 'The web was built from these sources already.')
