import { printOnRequest } from '../../platform/paper/printing.ts'
import { drawStatement } from './drawing.ts'

printOnRequest(drawStatement)
