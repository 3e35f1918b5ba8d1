import { printOnRequest } from '../../platform/paper/printing.ts'
import { drawReceipt } from './drawing.ts'

printOnRequest(drawReceipt)
