import type { StaffType } from '@labalaba/contract'
import { Outlet } from 'react-router'
import { useProfile } from '../lib/hooks.ts'
import { NotForThem } from '../portal/operator/not-for-them.tsx'

/** Lets in those who work here as that; nobody else finds a page. */
export function ForStaff({ type }: { type: StaffType }) {
  return useProfile()?.type === type ? <Outlet /> : <NotForThem />
}
