import { printOnRequest } from '../../platform/paper/printing.ts'
import { drawSheet } from './drawing.ts'

printOnRequest(drawSheet)
