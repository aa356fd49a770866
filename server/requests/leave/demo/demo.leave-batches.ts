import { dayMs } from "../../../platform/demo/demo.calendar";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import type { DemoPerson } from "../../../platform/demo/demo.tenant";

const byWhom = "jonas";

const adjustment = { kind: "Study leave", department: "DIG", days: 1, note: "Conference week", daysAgo: 20 };
const opening = {
  kind: "Study leave",
  who: ["mei", "david"],
  days: -2,
  note: "Balance of the previous system",
  daysAgo: 45,
};

/** A bulk adjustment by HR, and opening balances of two employees. */
export function writeLeaveBatches(
  log: DemoLog,
  tenant: DemoTenant,
  people: readonly DemoPerson[],
  types: ReadonlyMap<string, number>,
): void {
  const hr = tenant.users.get(byWhom)?.id;
  if (hr === undefined) return;
  const dayBefore = (days: number) => isoInstantOf(tenant.now.getTime() - days * dayMs);
  const add = (
    { kind, days, note, daysAgo }: Pick<typeof adjustment, "kind" | "days" | "note" | "daysAgo">,
    keys: readonly string[],
    isOpening: boolean,
  ) => {
    const at = dayBefore(daysAgo);
    const year = Number(at.slice(0, 4));
    const leave_type_id = types.get(kind) as number;
    const id = log.id("leave_batch");
    log.add("leave_batch", {
      id,
      tenant_id: tenant.id,
      kind: isOpening ? "opening" : "adjustment",
      leave_type_id: isOpening ? null : leave_type_id,
      year,
      days: isOpening ? null : days,
      opens_on: isOpening ? at.slice(0, 10) : null,
      note,
      created_by: hr,
      created_at: at,
    });
    for (const key of keys) {
      const user_id = tenant.users.get(key)?.id;
      if (user_id === undefined || user_id === hr) continue;
      log.add("leave_ledger", {
        id: log.id("leave_ledger"),
        tenant_id: tenant.id,
        user_id,
        leave_type_id,
        year,
        reason: isOpening ? "opening" : "adjustment",
        days,
        period: null,
        note,
        actor_id: hr,
        batch_id: id,
        on_day: isOpening ? at.slice(0, 10) : null,
        created_at: at,
      });
    }
  };
  add(opening, opening.who, true);
  const department = people.filter(
    (person) => person.department === adjustment.department && person.role !== "external",
  );
  add(
    adjustment,
    department.map(({ key }) => key),
    false,
  );
}
