import { directoryStream } from "../../../shared/kernel/events";
import { groupBy } from "../../../shared/kernel/group-by";
import { toMoney } from "../../../shared/kernel/money";
import { invalid } from "../../../shared/kernel/problems";
import type { ImportField } from "../../../shared/people/people-import.contract";
import type { PeopleEvents } from "../../../shared/people/people.events";
import { unlessTaken } from "../../platform/database/constraints";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { dottedNames } from "../dotted-lines.service";
import { requireOrder } from "../people.dates";
import type { PrivateRow, UserRow } from "../people.sql";
import { directoryPeople } from "../people.write.sql";
import { factsOf, noteChanges } from "../user-history.service";
import * as statements from "./changed.sql";
import type { ImportPlan, PlannedRow } from "./plan.service";
import { hiddenFields, type Known, knownRecords } from "./records";

/** A number of people whom one statement changes: large enough to be fast, small enough to say how far it is. */
const atOnce = 1_000;

const taken = { app_user_employee_id: "employee_id", app_user_no_cycle: ["parent", "people.cycle"] } as const;

const together = new Set<ImportField>([...statements.manyFields, ...hiddenFields, "parent"]);

/** Whether a change is one that many can have together: what opens an account is asked of each by itself. */
export const changesWithOthers = ({ changes }: PlannedRow): boolean =>
  changes.every(({ field }) => together.has(field));

/**
 * Changes everybody who is here already, as `changePerson` changes one, in a few statements for all of them: whoever leads first.
 * The plan has been made under the lock, and has asked whether each may be changed. Rows are of `changesWithOthers`.
 * @throws Problem 422 for days of a contract that are turned round.
 */
export async function changeMany(
  tx: Tx,
  actor: Actor,
  rows: readonly PlannedRow[],
  { depths, known }: ImportPlan,
  onProgress: (done: number) => void,
): Promise<void> {
  if (rows.length === 0) return;
  for (const { input, email } of rows) requireOrder(input, known.records.get(email) as UserRow);
  const dotted = await dottedNames(tx, idsOf(rows));
  let done = 0;
  for (const level of groupBy(rows, ({ email }) => depths.get(email) ?? 0).values())
    for (let from = 0; from < level.length; from += atOnce) {
      onProgress(done);
      const some = level.slice(from, from + atOnce);
      for (const alike of groupBy(some, keyOf).values()) await changeAlike(tx, alike);
      await changePrivate(tx, some, known);
      done += some.length;
    }
  await tell(tx, actor, rows, { ...known, dotted });
}

const idsOf = (rows: readonly PlannedRow[]) => rows.map(({ id }) => id as number);

const changed = ({ changes }: PlannedRow) => changes.map(({ field }) => field);
const keyOf = (row: PlannedRow) => changed(row).toSorted().join(",");

/** Those of whom the same fields become another. */
async function changeAlike(tx: Tx, rows: readonly PlannedRow[]): Promise<void> {
  const fields = changed(rows[0] as PlannedRow);
  const many = statements.manyFields.filter((field) => fields.includes(field));
  const given = rows.map(({ id, input, leader }) => {
    const values = many.map((field) => [
      statements.columnOf(field),
      input[inputOf[field] ?? (field as keyof typeof input)] ?? null,
    ]);
    return { ...Object.fromEntries(values), id, leader };
  });
  const statement = statements.changePeople(many, fields.includes("parent"));
  await unlessTaken(taken, () => tx.rows(statement, [JSON.stringify(given)]));
}

const inputOf: Partial<Record<statements.ManyField, "position_id" | "department_id">> = {
  position: "position_id",
  department: "department_id",
};

const none = {} as Partial<PrivateRow>;

async function changePrivate(tx: Tx, rows: readonly PlannedRow[], { hidden }: Known): Promise<void> {
  const of = rows.filter((row) => changed(row).some((field) => (hiddenFields as readonly string[]).includes(field)));
  if (of.length === 0) return;
  const written = of.map(({ id, input }) => {
    const given = hiddenFields.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]);
    const row = { ...(hidden.get(id as number) ?? none), ...Object.fromEntries(given) } as PrivateRow;
    if (row.issued_date && row.expiry_date && row.issued_date > row.expiry_date)
      throw invalid("expiry_date", "field.endBeforeStart");
    return { ...row, id };
  });
  await tx.rows(statements.writePrivate, [JSON.stringify(written)]);
}

const salaryOf = ({ salary, currency }: Partial<PrivateRow> = none) =>
  salary && currency ? `${toMoney(salary, currency)} ${currency}` : null;

type Before = Known & { dotted: ReadonlyMap<number, string> };

/** Their history, and the directory. */
async function tell(tx: Tx, actor: Actor, rows: readonly PlannedRow[], before: Before): Promise<void> {
  const emails = rows.map(({ email }) => email);
  const after = { ...(await knownRecords(tx, actor, emails)), dotted: await dottedNames(tx, idsOf(rows)) };
  const facts = ({ records, hidden, dotted }: Before, email: string) => {
    const row = records.get(email) as UserRow;
    return factsOf(row, salaryOf(hidden.get(row.id)), dotted.get(row.id));
  };
  await noteChanges(
    tx,
    actor,
    rows.map(({ id, email }) => ({ id: id as number, before: facts(before, email), after: facts(after, email) })),
  );
  for (const person of await tx.rows<PeopleEvents["user.updated"]>(directoryPeople, [idsOf(rows)]))
    tx.emit("user.updated", directoryStream(tx.tenantId), person);
}
