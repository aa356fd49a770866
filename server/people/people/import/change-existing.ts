import { groupBy } from "../../../../shared/kernel/group-by";
import { toMoney } from "../../../../shared/kernel/money";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import type { ImportField } from "../../../../shared/people/people/people-import.contract";
import { mapConstraintErrors } from "../../../platform/database/constraints";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { dottedLineManagerNames } from "../dotted-lines.service";
import type { PrivateRow, UserRow } from "../people.sql";
import { historyValuesOf, recordHistories } from "../user-history.service";
import * as statements from "./change-existing.sql";
import type { ImportPlan, PlannedRow } from "./plan.service";
import { hiddenFields, type ImportLookup, loadImportLookup } from "./import-lookup";
import { emitUpdatedPeople, requireDateOrder } from "../change-person.service";

/** Users per statement: large enough to be fast, small enough to report progress. */
const batchSize = 1_000;

const constraintFields = {
  app_user_employee_id: "employee_id",
  app_user_no_cycle: ["parent", "people.cycle"],
  app_user_joined_after_leaving: ["date_of_joining", "employment.beforeLeaving"],
} as const;

/** Fields that a bulk statement can change. Includes groups and schedules, which are updated separately in any case. */
const bulkFields = new Set<ImportField>([
  ...statements.bulkFieldNames,
  ...hiddenFields,
  "parent",
  "groups",
  "weekly_hours",
]);

/** Whether the row can be part of a bulk statement; account changes need individual checks. */
export const isBulkChangeable = ({ changes }: PlannedRow): boolean =>
  changes.every(({ field }) => bulkFields.has(field));

/**
 * Changes existing users like `changePerson`, in a few statements for all of them, managers first. The plan was computed under the lock and
 * has checked permissions. Rows must satisfy `isBulkChangeable`.
 * @throws Problem 422 for contract days in the wrong order.
 */
export async function changePeopleInBulk(
  tx: Tx,
  actor: Actor,
  rows: readonly PlannedRow[],
  { depths, lookup }: ImportPlan,
  onProgress: (done: number) => void,
): Promise<void> {
  if (rows.length === 0) return;
  for (const { input, email } of rows) requireDateOrder(input, lookup.records.get(email) as UserRow);
  const dotted = await dottedLineManagerNames(tx, idsOf(rows));
  let done = 0;
  for (const level of groupBy(rows, ({ email }) => depths.get(email) ?? 0).values())
    for (let from = 0; from < level.length; from += batchSize) {
      onProgress(done);
      const some = level.slice(from, from + batchSize);
      for (const alike of groupBy(some, keyOf).values()) await changeSameFields(tx, alike);
      await changePrivate(tx, some, lookup);
      done += some.length;
    }
  await emitChanges(tx, actor, rows, { ...lookup, dotted });
}

const idsOf = (rows: readonly PlannedRow[]) => rows.map(({ id }) => id as number);

const changed = ({ changes }: PlannedRow) => changes.map(({ field }) => field);
const keyOf = (row: PlannedRow) => changed(row).toSorted().join(",");

async function changeSameFields(tx: Tx, rows: readonly PlannedRow[]): Promise<void> {
  const fields = changed(rows[0] as PlannedRow);
  const bulkFields = statements.bulkFieldNames.filter((field) => fields.includes(field));
  const records = rows.map(({ id, input, leader }) => {
    const values = bulkFields.map((field) => [
      statements.columnOfField(field),
      input[inputOf[field] ?? (field as keyof typeof input)] ?? null,
    ]);
    return { ...Object.fromEntries(values), id, leader };
  });
  const statement = statements.changePeople(bulkFields, fields.includes("parent"));
  await mapConstraintErrors(constraintFields, () => tx.rows(statement, [JSON.stringify(records)]));
}

const inputOf: Partial<Record<statements.BulkField, "position_id" | "department_id">> = {
  position: "position_id",
  department: "department_id",
};

const emptyPrivateRow = {} as Partial<PrivateRow>;

async function changePrivate(tx: Tx, rows: readonly PlannedRow[], { hidden }: ImportLookup): Promise<void> {
  const changedRows = rows.filter((row) =>
    changed(row).some((field) => (hiddenFields as readonly string[]).includes(field)),
  );
  if (changedRows.length === 0) return;
  const privateRows = changedRows.map(({ id, input }) => {
    const changedValues = hiddenFields
      .filter((field) => input[field] !== undefined)
      .map((field) => [field, input[field]]);
    const row = {
      ...(hidden.get(id as number) ?? emptyPrivateRow),
      ...Object.fromEntries(changedValues),
    } as PrivateRow;
    if (row.issued_date && row.expiry_date && row.issued_date > row.expiry_date)
      throw invalidFieldProblem("expiry_date", "field.endBeforeStart");
    return { ...row, id };
  });
  await tx.rows(statements.upsertPrivateFields, [JSON.stringify(privateRows)]);
}

const salaryOf = ({ salary, currency }: Partial<PrivateRow> = emptyPrivateRow) =>
  salary && currency ? `${toMoney(salary, currency)} ${currency}` : null;

type StateBefore = ImportLookup & { dotted: ReadonlyMap<number, string> };

async function emitChanges(tx: Tx, actor: Actor, rows: readonly PlannedRow[], before: StateBefore): Promise<void> {
  const emails = rows.map(({ email }) => email);
  const after = {
    ...(await loadImportLookup(tx, actor, emails)),
    dotted: await dottedLineManagerNames(tx, idsOf(rows)),
  };
  const facts = ({ records, hidden, dotted }: StateBefore, email: string) => {
    const row = records.get(email) as UserRow;
    return historyValuesOf(row, salaryOf(hidden.get(row.id)), dotted.get(row.id));
  };
  await recordHistories(
    tx,
    actor,
    rows.map(({ id, email }) => ({ id: id as number, before: facts(before, email), after: facts(after, email) })),
  );
  await emitUpdatedPeople(tx, idsOf(rows));
}
