import { directoryStream } from "../../../../shared/kernel/events";
import { groupBy } from "../../../../shared/kernel/group-by";
import { toMoney } from "../../../../shared/kernel/money";
import type { PeopleEvents } from "../../../../shared/people/people/people.events";
import { mapConstraintErrors } from "../../../platform/database/constraints";
import type { Tx } from "../../../platform/database/unit-of-work";
import { personIdOf } from "../../../platform/program-actor";
import { logSecurity } from "../../../platform/security-log";
import type { Actor } from "../../../platform/session";
import * as statements from "./newcomers.sql";
import type { PlannedRow } from "./plan.service";
import { selectDirectoryPeople } from "../people.write.sql";
import { setPrivateReader } from "../private-reader";

/** Users per statement: large enough to be fast, small enough to report progress. */
const batchSize = 1_000;

/** Below this number of rows, query plans don't matter yet. */
const fewRows = 50;

const constraintFields = { app_user_tenant_id_email_key: "email", app_user_employee_id: "employee_id" } as const;

interface Added {
  id: number;
  row: PlannedRow;
}

/**
 * Adds new users like `addPerson`, in a few statements for all of them, managers first. The plan was computed under the lock and has
 * checked permissions.
 * @returns their ids by email.
 */
export async function addNewcomers(
  tx: Tx,
  actor: Actor,
  rows: readonly PlannedRow[],
  { depths, passwordHash }: { depths: ReadonlyMap<string, number>; passwordHash: string },
  onProgress: (done: number) => void,
): Promise<Map<string, number>> {
  await setPrivateReader(tx, actor.id);
  let nextAnalysisAt = fewRows;
  const ids = new Map<string, number>();
  for (const level of groupBy(rows, ({ email }) => depths.get(email) ?? 0).values())
    for (let from = 0; from < level.length; from += batchSize) {
      onProgress(ids.size);
      for (const { id, row } of await addBatch(tx, actor, level.slice(from, from + batchSize), passwordHash))
        ids.set(row.email, id);
      if (ids.size < nextAnalysisAt) continue;
      await tx.rows(statements.analyzePeople);
      nextAnalysisAt = ids.size * 4;
    }
  return ids;
}

/** Adds a batch of users who don't manage each other. */
async function addBatch(tx: Tx, actor: Actor, rows: readonly PlannedRow[], passwordHash: string): Promise<Added[]> {
  const newUsers = rows.map(({ input, email, leader }) => ({ ...input, email, leader }));
  const addedUsers = await mapConstraintErrors(constraintFields, () =>
    tx.rows<{ id: number; email: string }>(statements.insertPeople, [JSON.stringify(newUsers), passwordHash]),
  );
  const rowOf = new Map(rows.map((row) => [row.email, row]));
  const added = addedUsers.map(({ id, email }): Added => ({ id, row: rowOf.get(email) as PlannedRow }));
  const ids = added.map(({ id }) => id);
  await tx.rows(statements.insertPasswords, [ids, passwordHash]);
  await tx.rows(statements.insertPrivateFields, [JSON.stringify(added.map(({ id, row }) => ({ ...row.input, id })))]);
  const hired = added.map(({ id, row }) => ({ id, salary: salaryOf(row.input) }));
  await tx.rows(statements.insertHirings, [JSON.stringify(hired), personIdOf(actor)]);
  for (const person of await tx.rows<PeopleEvents["user.created"]>(selectDirectoryPeople, [ids]))
    tx.emit("user.created", directoryStream(tx.tenantId), person);
  for (const { id, row } of added)
    logSecurity(tx, { kind: "access_changed", subjectId: id, facts: { role: row.input.role_id as number } });
  return added;
}

const salaryOf = ({ salary, currency }: PlannedRow["input"]) =>
  salary && currency ? `${toMoney(salary, currency)} ${currency}` : null;
