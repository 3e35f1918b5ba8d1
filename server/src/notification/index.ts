export { notificationJobs } from './jobs.ts'
