import { type AuditKind, auditKinds } from "../../../shared/administration/audit/audit-changes.rules";
import { readDayParam, useLogAddress } from "./log-address";

// A type alias, because interfaces aren't assignable to `Record` types.
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
    from: readDayParam(search, "from"),
    to: readDayParam(search, "to"),
  }));

export const auditQueryOf = ({ by, whose, kind, from, to }: AuditFilter) => ({
  actor_id: by ?? undefined,
  subject_id: whose ?? undefined,
  kind: kind ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
});
