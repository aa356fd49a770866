import { type AuditKind, auditKinds } from "../../shared/audit/audit-changes.rules";
import { dayIn, useLogAddress } from "./log-address";

// A type and not an interface: the address takes any record.
type AuditFilter = {
  by: number | null;
  whose: number | null;
  kind: AuditKind | null;
  from: string | null;
  to: string | null;
};

export const useAuditFilter = () =>
  useLogAddress<AuditFilter>((search) => ({
    by: Number(search.get("by")) || null,
    whose: Number(search.get("whose")) || null,
    kind: auditKinds.find((one) => one === search.get("kind")) ?? null,
    from: dayIn(search, "from"),
    to: dayIn(search, "to"),
  }));

/** As the call wants it. */
export const auditQueryOf = ({ by, whose, kind, from, to }: AuditFilter) => ({
  actor_id: by ?? undefined,
  subject_id: whose ?? undefined,
  kind: kind ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
});
