import { invalid, Problem } from "../../../shared/kernel/problems";
import { mostImported } from "../../../shared/people/people-import.contract";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { callerOf, runOrRefuse, type ChildProcesses } from "../../platform/child-processes";
import { markInvited } from "../../session/invitation.service";
import { lockSeats, seatsLeft } from "../../subscription/plan-limits.service";
import { tellOfSeats } from "../../subscription/seats-notification.service";
import { changePerson } from "../change-person.service";
import { changeMany, changesWithOthers } from "./changed";
import { addNewcomers } from "./newcomers";
import type { FileRow, Mapping, PeopleFile } from "./file";
import { type ImportPlan, planImport, type PlannedRow } from "./plan.service";

/** For ten thousand rows, on a slow machine. */
const patienceMs = 30_000;

/** Read in a child process. @throws Problem 422 for what is no table of people, or too long a one. */
export async function readInChild(
  childProcesses: ChildProcesses,
  actor: Actor,
  bytes: Buffer,
  mapping: Mapping | null,
): Promise<PeopleFile> {
  const reading = childProcesses.run("peopleFile", { bytes, mapping }, callerOf(actor), patienceMs);
  const file = await runOrRefuse(reading, () => invalid("file", "people.import.unreadable"));
  if (file.count > mostImported) throw invalid("file", "people.import.tooMany");
  if (file.count === 0) throw invalid("file", "people.import.empty");
  return file;
}

export interface Seats {
  needed: number;
  /** Null: without a limit. */
  free: number | null;
}

/** How many accounts it needs, and how many are left. */
export async function seatsFor(tx: Tx, { rows }: ImportPlan): Promise<Seats> {
  return { needed: rows.filter(({ state }) => state === "new").length, free: await seatsLeft(tx) };
}

export interface Imported {
  created: number[];
  changed: number;
}

/**
 * Adds and changes everybody of the file, or nobody: planned anew under the lock, so that what was seen in between can't go
 * wrong half way. `onProgress` is called now and then; it must not wait for this transaction.
 * @throws Problem 403 when the plan hasn't that many seats, before anything is written; 422 when a row is wrong.
 */
export async function applyImport(
  tx: Tx,
  actor: Actor,
  rows: readonly FileRow[],
  { roleId, passwordHash }: { roleId: number | undefined; passwordHash: string },
  onProgress: (done: number, total: number) => void,
): Promise<Imported> {
  await lockSeats(tx);
  const plan = await planImport(tx, actor, rows, roleId);
  if (plan.rows.some(({ state }) => state === "wrong")) throw invalid("file", "people.import.wrong");
  const { needed, free } = await seatsFor(tx, plan);
  if (free !== null && needed > free) throw new Problem("plan_limit_reached");
  const todo = inOrder(plan);
  const newcomers = todo.filter(({ id }) => id === null);
  const options = { depths: plan.depths, passwordHash };
  const added = await addNewcomers(tx, actor, newcomers, options, (done) => onProgress(done, todo.length));
  const created = [...added.values()];
  const ids = new Map([...[...plan.known.people.values()].map(({ email, id }) => [email, id] as const), ...added]);
  const here = todo.filter(({ id }) => id !== null);
  const many = here.every(changesWithOthers) ? here : [];
  await changeMany(tx, actor, many, plan, (done) => onProgress(created.length + done, todo.length));
  // Where somebody's account is opened otherwise, all are changed as by hand, whoever leads first.
  for (const [at, row] of (many.length > 0 ? [] : here).entries()) {
    if (at % 50 === 0) onProgress(created.length + at, todo.length);
    const leader = row.leader === undefined ? {} : { parent_id: ids.get(row.leader) as number };
    await changePerson(tx, actor, row.id as number, { ...row.input, ...leader }, { type: "change", quiet: true });
  }
  await markInvited(tx, created);
  await tellOfSeats(tx, newcomers.filter(({ input }) => input.active !== false).length);
  return { created, changed: todo.length - created.length };
}

/** Whoever leads comes before whom they lead. */
const inOrder = ({ rows, depths }: ImportPlan): PlannedRow[] =>
  rows
    .filter(({ state }) => state === "new" || state === "changed")
    .toSorted((a, b) => (depths.get(a.email) ?? 0) - (depths.get(b.email) ?? 0) || a.line - b.line);
