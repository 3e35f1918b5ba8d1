import type { StaffType } from '@labalaba/contract'
import { Outlet } from 'react-router'
import { useProfile } from '../lib/hooks.ts'
import { NotForThem } from '../pages/operator/not-for-them.tsx'

/** Shows the pages below it only to staff of this type; other accounts get the not-found page. */
export function ForStaff({ type }: { type: StaffType }) {
  return useProfile()?.type === type ? <Outlet /> : <NotForThem />
}
