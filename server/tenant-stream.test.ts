import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Everybody follows the tenant's stream, people from outside too, and its replay goes back five hundred events. So what is told there is
 * looked at once more: nothing of it may say whose it is, neither by a person's id nor by their department.
 */
const told = [
  "approval_rules.changed { family }",
  "approval_setting.changed { four_eyes: row.four_eyes }",
  "budget.updated {}",
  "finance_settings.updated { version: row?.version ?? 0 }",
  "form.deleted { id }",
  "form.published { id, version: saved, number }",
  "form.saved { id, version }",
  "form.saved { id, version: await change(tx, form, { active }) }",
  "form.saved { id, version: saved }",
  "leave.balances_changed { year }",
  "leave.balances_changed { year: input.year }",
  "leave.calendar_changed {}",
  'leave.settings_changed { what: "calendar" }',
  'leave.settings_changed { what: "holidays" }',
  'leave.settings_changed { what: "types" }',
  "subscription.changed data",
  "tenant.updated data",
  "tenant.updated { id: tenantId }",
  "tenant.updated { id: tx.tenantId }",
];

test("what the tenant's stream tells says not whose it is", () => {
  const emitted = ["server", "workers"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), "utf8").matchAll(
          /emit\(\s*"([\w.]+)",\s*tenantStream\([\w.]+\),\s*(.+?),?\s*\);/gs,
        ),
      ])
      .map(([, type, data]) => `${type} ${data}`),
  );
  expect([...new Set(emitted)].sort()).toEqual(told);
});
