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

export const auditQueryOf = (filter: AuditFilter) => ({
  actor_id: filter.by ?? undefined,
  subject_id: filter.whose ?? undefined,
  kind: filter.kind ?? undefined,
  from: filter.from ?? undefined,
  to: filter.to ?? undefined,
});
