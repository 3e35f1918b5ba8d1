import { printOnRequest } from '../../../infra/pdf/printing.ts'
import { drawStatement } from './drawing.ts'

printOnRequest(drawStatement)
