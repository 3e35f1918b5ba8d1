import { printOnRequest } from '../../../infra/pdf/printing.ts'
import { drawReceipt } from './drawing.ts'

printOnRequest(drawReceipt)
