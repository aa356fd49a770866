import type { NextStatus } from "./approvals.contract";

type Role = NonNullable<NonNullable<NextStatus>["role"]>;

export const awaitedApproverName = (
  next: NextStatus | undefined,
  roleName: (role: Role) => string | undefined = ({ name }) => name,
): string | null =>
  next?.action === "decide" ? (next.approver?.fullname ?? (next.role && roleName(next.role)) ?? null) : null;
