import { printOnRequest } from '../../platform/paper/printing.ts'
import { drawLabels } from './drawing.ts'

printOnRequest(drawLabels)
