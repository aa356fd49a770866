import { dayMs } from "../../../platform/demo/demo.calendar";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";
import type { TenantDemo } from "../../../platform/demo/demo.steps";
import type { DemoPerson, DemoTenant } from "../../../platform/demo/demo.tenant";
import { demoEmployeeRecord, writeHistory } from "./demo.records";

interface PlannedChange {
  person: string;
  type: "promotion" | "change";
  reason: string;
  field: "contract_type" | "location";
  after: string;
}

const plannedChanges: readonly PlannedChange[] = [
  { person: "ruben", type: "change", reason: "Stays for good", field: "contract_type", after: "full_time_contract" },
  { person: "grace", type: "promotion", reason: "Leads the team in Mersin", field: "location", after: "Mersin" },
];

function writePlannedChanges(log: DemoLog, tenant: DemoTenant, people: readonly DemoPerson[]): void {
  const hr = people.find(({ role }) => role === "hr");
  const actorId = hr && tenant.users.get(hr.key)?.id;
  plannedChanges.forEach(({ person, type, reason, field, after }, months) => {
    const at = people.findIndex(({ key }) => key === person);
    const userId = tenant.users.get(person)?.id;
    if (!userId || !actorId) return;
    const first = new Date(tenant.now);
    first.setUTCDate(1);
    first.setUTCMonth(first.getUTCMonth() + 2 + months);
    const before = demoEmployeeRecord(people[at] as DemoPerson, at, tenant.now)[field];
    if (before === after) return;
    const id = log.id("employment_change");
    const owner = { tenant_id: tenant.id, user_id: userId };
    log.add("employment_change", {
      id,
      ...owner,
      type,
      effective_on: isoInstantOf(first.getTime()).slice(0, 10),
      reason,
      requested_by: actorId,
      created_at: isoInstantOf(tenant.now.getTime() - 3 * dayMs),
    });
    log.add("employment_change_field", { ...owner, change_id: id, field, before, after });
  });
}

export function writeEmployment({ log, tenant }: TenantDemo): void {
  for (const [at, { role }] of tenant.people.entries()) {
    if (role !== "external") writeHistory(log, tenant, tenant.people, at);
  }
  writePlannedChanges(log, tenant, tenant.people);
}
