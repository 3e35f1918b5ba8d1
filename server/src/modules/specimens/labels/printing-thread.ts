import { printOnRequest } from '../../../infra/pdf/printing.ts'
import { drawLabels } from './drawing.ts'

printOnRequest(drawLabels)
