import { dayMs } from "./demo.calendar";
import type { DemoTenant } from "./demo.history";
import type { DemoPerson } from "./demo.people";
import { recordOf } from "./demo.records";
import { type DemoLog, iso } from "./demo.rows";

interface Planned {
  person: string;
  type: "promotion" | "change";
  reason: string;
  field: "contract_type" | "location";
  after: string;
}

/** What takes effect on the first of a month to come. */
const planned: readonly Planned[] = [
  { person: "ruben", type: "change", reason: "Stays for good", field: "contract_type", after: "full_time_contract" },
  { person: "grace", type: "promotion", reason: "Leads the team in Mersin", field: "location", after: "Mersin" },
];

/** Changes that wait on the pages of some. */
export function writePlannedChanges(log: DemoLog, tenant: DemoTenant, people: readonly DemoPerson[]): void {
  const hr = people.find(({ role }) => role === "hr");
  const actorId = hr && tenant.users.get(hr.key)?.id;
  planned.forEach(({ person, type, reason, field, after }, months) => {
    const at = people.findIndex(({ key }) => key === person);
    const userId = tenant.users.get(person)?.id;
    if (!userId || !actorId) return;
    const first = new Date(tenant.now);
    first.setUTCDate(1);
    first.setUTCMonth(first.getUTCMonth() + 2 + months);
    const before = recordOf(people[at] as DemoPerson, at, tenant.now)[field];
    if (before === after) return;
    const id = log.id("employment_change");
    const owner = { tenant_id: tenant.id, user_id: userId };
    log.add("employment_change", {
      id,
      ...owner,
      type,
      effective_on: iso(first.getTime()).slice(0, 10),
      reason,
      requested_by: actorId,
      created_at: iso(tenant.now.getTime() - 3 * dayMs),
    });
    log.add("employment_change_field", { ...owner, change_id: id, field, before, after });
  });
}
