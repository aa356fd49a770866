import type { InferType } from "yup";
import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../../../shared/kernel/paging";
import { type FieldErrors, invalidFieldProblem, Problem } from "../../../../shared/kernel/problems";
import { foldText } from "../../../../shared/kernel/text/fold";
import { inNameOrder } from "../../../../shared/kernel/translations";
import { entryEffect, openingEntry, remainingOn } from "../../../../shared/requests/leave/ledger/batch.rules";
import { unitOf } from "../../../../shared/requests/leave/types/counting.rules";
import type { LeaveBatch } from "../../../../shared/requests/leave/ledger/batches.contract";
import type {
  ImportedOpening,
  listOpenings,
  OpeningBalance,
} from "../../../../shared/requests/leave/ledger/openings.contract";
import {
  maxBatchSize,
  type openingFileSchema,
  type openingsSchema,
} from "../../../../shared/requests/leave/ledger/ledger.schema";
import { callerKeyOf, type ChildProcesses, runOrRefuse } from "../../../platform/child-processes";
import { personNameOf } from "../../../platform/tables/person-name";
import { tableRefusal } from "../../../platform/tables/table-budget";
import { mapInChunks } from "../../../platform/chunked-json";
import { tenantToday } from "../../../platform/database/tenant-today";
import { likePatternsOf } from "../../../platform/database/search";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import { accountsOf, applyEntries, countAndNames, readBatch, requirePeople } from "./batches.service";
import * as statements from "./batches.sql";
import { type LeaveAccountRow, readLeaveAccounts } from "./accounts.read";
import { LeaveTypeEntity } from "../types/leave.entity";
import type { OpeningFile, OpeningFileInput, OpeningFileRow } from "./opening-file";

const refOf = ({ id, name, translations, icon, counting }: LeaveTypeEntity) => ({
  id,
  name,
  translations,
  icon,
  unit: unitOf(counting),
});

async function openTypes(tx: Tx): Promise<LeaveTypeEntity[]> {
  const types = await tx.repo(LeaveTypeEntity).find({ order: { id: "ASC" } });
  return inNameOrder(
    tx.language,
    types.filter(({ active, canUpdateBalance }) => active && canUpdateBalance),
  );
}

/** Past years are closed: leave of past years isn't part of an account. @throws Problem 422. */
async function requireDay(tx: Tx, day: string): Promise<void> {
  const today = await tenantToday(tx);
  if (day < `${today.slice(0, 4)}-01-01`) throw invalidFieldProblem("day", "field.thisYearOrNext");
}

/** Accounts computed before other requests are served. */
const accountsBatchSize = 200;

/** @throws Problem 422 for a day in a past year. */
export async function readOpenings(
  tx: Tx,
  actor: Actor,
  query: QueryOf<typeof listOpenings>,
): Promise<ReplyOf<typeof listOpenings>> {
  const day = query.day as string;
  await requireDay(tx, day);
  const page = pageOf(query, 50);
  const values = [actor.id, query.department_id ?? null, likePatternsOf(query.q), page.perPage, page.offset];
  const people = await tx.rows<
    Pick<ReplyOf<typeof listOpenings>["data"][number], "person" | "department"> & { total: number }
  >(statements.openingPeople, values);
  const ids = people.map(({ person }) => person.id);
  const types = await openTypes(tx);
  const days = new Map<string, number>();
  const open = new Set(types.map(({ id }) => id));
  const accounts = (await readLeaveAccounts(tx, { userIds: ids })).filter(({ type_id }) => open.has(type_id));
  await mapInChunks(accounts, accountsBatchSize, (account) => {
    days.set(`${account.user_id} ${account.type_id}`, remainingOn(account, day));
  });
  const data = people.map(({ total: _, ...row }) => ({
    ...row,
    balances: types.flatMap((type) => {
      const left = days.get(`${row.person.id} ${type.id}`);
      return left === undefined ? [] : [{ leave_type: refOf(type), days: left }];
    }),
  }));
  return { data, meta: pageMetaOf(page, people[0]?.total ?? 0) };
}

/**
 * Sets the days that users have left at the beginning of a day. The balances stay locked, so that none changes after it was compared with
 * what the user has seen.
 * @throws Problem 403 for the actor's own balance; 409 when balances have changed, with the current ones; 422 with the entries that are refused.
 */
export async function setOpenings(
  tx: Tx,
  actor: Actor,
  { day: on, note, entries: requestedEntries }: InferType<typeof openingsSchema>,
): Promise<LeaveBatch> {
  const day = on as string;
  await requireDay(tx, day);
  const year = Number(day.slice(0, 4));
  await requirePeople(tx, actor, [...new Set(requestedEntries.map(({ user_id }) => user_id))], "entries");
  const types = new Map((await openTypes(tx)).map((type) => [type.id, type]));
  const locked = requestedEntries.map(({ user_id, leave_type_id }) => ({ user_id, leave_type_id, year }));
  if (requestedEntries.some(({ leave_type_id }) => !types.has(leave_type_id)))
    throw invalidFieldProblem("entries", "field.unknown");
  await tx.rows(statements.lockManyBalances, [JSON.stringify(locked)]);
  const accounts = new Map<string, LeaveAccountRow>();
  for (const id of new Set(requestedEntries.map(({ leave_type_id }) => leave_type_id))) {
    const ids = requestedEntries.filter(({ leave_type_id }) => leave_type_id === id).map(({ user_id }) => user_id);
    for await (const account of accountsOf(tx, id, ids)) accounts.set(`${account.user_id} ${id}`, account);
  }
  const errors: FieldErrors = {};
  const below: number[] = [];
  const changed: OpeningBalance[] = [];
  const entries = requestedEntries.flatMap(({ user_id, leave_type_id, days, before }, at) => {
    const account = accounts.get(`${user_id} ${leave_type_id}`);
    if (!account) throw invalidFieldProblem("entries", "field.unknown");
    const remaining = remainingOn(account, day);
    if (remaining !== before) changed.push({ user_id, leave_type_id, days: remaining });
    if (days < 0 && !account.negativeAllowed) errors[`entries.${at}.days`] = ["field.notNegative"];
    const change = openingEntry(account, day, days);
    if (change !== 0 && entryEffect(account, year, change).below) below.push(user_id);
    return change === 0 ? [] : [{ user_id, leave_type_id, year, days: change }];
  });
  if (changed.length > 0) throw new Problem("leave.balancesChanged", { record: { changed } });
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
  if (below.length > 0) {
    const values = await countAndNames(tx, below);
    throw new Problem("request.invalid", { errors: { entries: ["leave.batchBelow"] }, values });
  }
  if (entries.length === 0) throw invalidFieldProblem("entries", "leave.openingNothing");
  const values = ["opening", null, year, null, day, note, actor.id];
  const { id } = (await tx.one<{ id: number }>(statements.insertBatch, values)) as { id: number };
  await tx.rows(statements.addBatchEntries, [JSON.stringify(entries), "opening", note, actor.id, id, day]);
  await applyEntries(tx, { id, year }, entries);
  return readBatch(tx, id);
}

/**
 * Parses opening balances in a child process, outside of transactions.
 * @throws Problem 422 for any parser error.
 */
export async function parseOpeningFile(
  childProcesses: ChildProcesses,
  actor: Actor,
  input: OpeningFileInput,
): Promise<OpeningFile> {
  const reading = childProcesses.run("openings", input, callerKeyOf(actor));
  const file = await runOrRefuse(reading, tableRefusal("content", "leave.openingUnreadable"));
  if (file.rows.length > maxBatchSize) throw invalidFieldProblem("content", "leave.openingTooMany");
  return file;
}

type Known = NonNullable<ImportedOpening["person"]> & {
  department: string | null;
  employee: string | null;
  email: string | null;
  name: string;
};

/** The person as in the file, and with a name like "Doe, Jane" in the usual order. */
const keysOf = ({ person }: OpeningFileRow) => [foldText(person), foldText(personNameOf(person))];

/** Finds the users and leave types of the rows, with errors as message ids. @throws Problem 422 for a day in a past year. */
export async function matchOpenings(
  tx: Tx,
  actor: Actor,
  rows: readonly OpeningFileRow[],
  { day: on }: Pick<InferType<typeof openingFileSchema>, "day">,
): Promise<ImportedOpening[]> {
  const day = on as string;
  await requireDay(tx, day);
  const keys = [...new Set(rows.flatMap(keysOf))].filter(Boolean);
  const people = new Map<string, Known[]>();
  for (const candidate of await tx.rows<Known>(statements.peopleByKey, [keys])) {
    for (const key of new Set([candidate.employee, candidate.email, candidate.name])) {
      if (key) people.set(key, [...(people.get(key) ?? []), candidate]);
    }
  }
  const types = new Map<string, LeaveTypeEntity>();
  for (const type of await openTypes(tx)) {
    for (const name of [type.name, ...Object.values(type.translations)]) types.set(foldText(name), type);
  }
  const found = rows.map((row) => ({
    row,
    people:
      keysOf(row)
        .map((key) => people.get(key) ?? [])
        .find((some) => some.length > 0) ?? [],
    type: types.get(foldText(row.type)),
  }));
  const accounts = new Map<string, LeaveAccountRow>();
  for (const type of new Set(found.map((one) => one.type))) {
    if (!type) continue;
    const ids = found.flatMap((one) => (one.type === type ? one.people.map(({ id }) => id) : []));
    for await (const account of accountsOf(tx, type.id, [...new Set(ids)])) {
      accounts.set(`${account.user_id} ${type.id}`, account);
    }
  }
  const matchedKeys = new Set<string>();
  return found.map(({ row, people: [person, another], type }): ImportedOpening => {
    const key = `${person?.id} ${type?.id}`;
    const account = accounts.get(key);
    const errors: string[] = [];
    if (row.isShortened) errors.push("people.import.shortened");
    else if (!person) errors.push("leave.opening.noPerson");
    else if (another) errors.push("leave.opening.severalPeople");
    else if (person.id === actor.id) errors.push("problem.leave.ownBalance");
    if (!type) errors.push("leave.opening.noType");
    else if (person && !another && !account) errors.push("leave.opening.notEntitled");
    if (row.days === null) errors.push("field.number");
    else if (Math.abs(row.days) > 999) errors.push("leave.opening.range");
    else if (!Number.isInteger(Math.round(row.days * 1e6) / 1e4)) errors.push("leave.opening.decimals");
    else if (row.days < 0 && account && !account.negativeAllowed) errors.push("field.notNegative");
    if (errors.length === 0 && matchedKeys.has(key)) errors.push("leave.opening.twice");
    matchedKeys.add(key);
    return {
      line: row.line,
      given: { person: row.person, type: row.type, amount: row.amount },
      person: person && !another ? { id: person.id, fullname: person.fullname, image: person.image } : null,
      department: (person && !another && person.department) || null,
      leave_type: type ? refOf(type) : null,
      days: row.days,
      before: account && !another ? remainingOn(account, day) : null,
      errors,
    };
  });
}
