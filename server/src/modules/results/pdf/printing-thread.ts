import { printOnRequest } from '../../../infra/pdf/printing.ts'
import { drawSheet } from './drawing.ts'

printOnRequest(drawSheet)
