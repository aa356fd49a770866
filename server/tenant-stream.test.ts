import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Reviewed list of events on the tenant's stream. All users follow this stream and can replay five hundred events. No event on it may
 * therefore identify a user, neither by id nor by department. External users get only the types in shared/kernel/external-view.ts.
 */
const expectedTypes = [
  "accounting_coding.updated { requests: changed }",
  "accounting_export.created { id }",
  "accounting_export.updated { id }",
  "accounting_settings.updated { version: changed?.version ?? 0 }",
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
  "payment_account.updated { id }",
  "payment_batch.updated { id, version }",
  "project_template.deleted { id }",
  "sign_on.changed {}",
  "subscription.changed data",
  "supplier.updated { id: supplierId }",
  "tenant.updated data",
  "tenant.updated { id: tenantId }",
  "tenant.updated { id: tx.tenantId }",
];

test("events on the tenant's stream identify no user", () => {
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
  expect([...new Set(emitted)].sort()).toEqual(expectedTypes);
});
