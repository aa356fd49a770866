import type { TenantDemo } from "../../../platform/demo/demo.steps";

export function writeApprovalRules({ log, tenant }: TenantDemo): void {
  const base = { tenant_id: tenant.id };
  const finance = log.rows.role?.find(({ tenant_id, code }) => tenant_id === tenant.id && code === "finance")?.id;
  const steps = [{ by: "manager" }, { by: "role", role_id: finance }];
  const director = { by: "user", user_id: tenant.users.get("soran")?.id };
  const rules = [
    ["Large amounts", { from_amount: "25000" }, [...steps, director]],
    ["Cash advances of the field", { types: ["cash_advance"], to_amount: "100" }, steps],
  ] as const;
  for (const [position, [name, condition, chain]] of rules.entries()) {
    const id = log.id("approval_rule");
    log.add("approval_rule", { ...base, id, family: "finance", position, name, condition, steps: chain });
  }
  // Longer than the age of any pending demo request, so that seeding triggers no reminder or escalation.
  const waiting = { remind_after: 10, remind_unit: "days", escalate_after: 20, escalate_unit: "days", version: 1 };
  log.add("approval_setting", { ...base, ...waiting });
}
