import { compareAmounts, isAmount } from "../../../shared/kernel/money";
import type { ImportField, ImportState } from "../../../shared/people/people-import.contract";
import type { NewUser, UserChange } from "../../../shared/people/people.schema";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import type { FileRow } from "./file";
import { choosesOwnTeam } from "../own-team.service";
import { cyclesOf, depthsOf, type Leaders, teamIn } from "./managers";
import { type Known, knownRecords, mayTake } from "./records";
import { fieldsFor, readsAll } from "../people.policy";
import type { PrivateRow, UserRow } from "../people.sql";

export interface RowProblem {
  field: ImportField;
  message: string;
  values?: Record<string, string | number>;
}

export interface FieldChange {
  field: ImportField;
  before: string | null;
  after: string | null;
}

/** What is to become of a row. */
export interface PlannedRow {
  line: number;
  state: ImportState;
  email: string;
  name: string;
  /** Null: somebody new. */
  id: number | null;
  input: Partial<NewUser & UserChange>;
  /** Whose e-mail the file names as their manager's. */
  leader: string | undefined;
  changes: FieldChange[];
  errors: RowProblem[];
}

export interface ImportPlan {
  /** In the order of the file. */
  rows: PlannedRow[];
  /** How many stand above each, afterwards. */
  depths: ReadonlyMap<string, number>;
  known: Known;
}

/**
 * What the rows of a file would do, each with what is wrong with it: nothing is changed. Managers may stand anywhere in the
 * file, or be here already.
 */
export async function planImport(
  tx: Tx,
  actor: Actor,
  rows: readonly FileRow[],
  roleId: number | undefined,
): Promise<ImportPlan> {
  const known = await knownRecords(
    tx,
    actor,
    rows.flatMap(({ given }) => given.email ?? []),
  );
  const lines = linesByEmail(rows);
  const planned = rows.map((row) => planRow(row, { actor, known, lines, roleId }));
  const leaders = leadersAfter(known, planned);
  const cycles = cyclesOf(leaders);
  refuseOwnTeam(actor, known, planned, leaders);
  for (const row of planned) {
    const cycle = row.leader === undefined ? undefined : cycles.get(row.email);
    // Who leads whom is told to who reads everybody's; the others know what they have written themselves.
    const way = readsAll(actor) ? cycle : cycle?.filter((email) => lines.has(email));
    if (way) row.errors.push({ field: "parent", message: "people.import.cycle", values: { way: way.join(" → ") } });
    if (row.errors.length > 0) row.state = "wrong";
  }
  return { rows: planned, depths: cycles.size > 0 ? new Map() : depthsOf(leaders), known };
}

/** With four eyes nobody puts anybody below themself who wasn't, also not by way of somebody new. */
function refuseOwnTeam(actor: Actor, known: Known, rows: readonly PlannedRow[], leaders: Leaders): void {
  const everybody = [...known.people.values()];
  const self = everybody.find(({ id }) => id === actor.id)?.email;
  if (!known.fourEyed || self === undefined || choosesOwnTeam(actor)) return;
  const before = teamIn(new Map(everybody.map(({ email, leader }) => [email, leader])), self);
  const after = teamIn(leaders, self);
  for (const { id, email, changes, errors } of rows)
    if (id !== null && changes.some(({ field }) => field === "parent") && after.has(email) && !before.has(email))
      errors.push({ field: "parent", message: "problem.user.ownAccess" });
}

function linesByEmail(rows: readonly FileRow[]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const { line, given } of rows) {
    if (!given.email) continue;
    const known = lines.get(given.email);
    if (known) known.push(line);
    else lines.set(given.email, [line]);
  }
  return lines;
}

function leadersAfter(known: Known, rows: readonly PlannedRow[]): Leaders {
  const leaders = new Map([...known.people.values()].map(({ email, leader }) => [email, leader]));
  for (const { email, leader } of rows) {
    if (leader !== undefined) leaders.set(email, leader);
    else if (!leaders.has(email)) leaders.set(email, null);
  }
  return leaders;
}

interface Around {
  actor: Actor;
  known: Known;
  lines: ReadonlyMap<string, readonly number[]>;
  roleId: number | undefined;
}

function planRow({ line, given, errors }: FileRow, around: Around): PlannedRow {
  const { known, lines } = around;
  const email = given.email ?? "";
  const now = known.records.get(email) ?? null;
  const row: PlannedRow = {
    line,
    state: now ? "same" : "new",
    email,
    name: given.fullname ?? now?.fullname ?? "",
    id: now?.id ?? null,
    input: {},
    leader: given.parent || undefined,
    changes: [],
    errors: [...errors],
  };
  if (row.errors.length > 0) return row;
  const other = lines.get(email)?.find((one) => one !== line);
  if (other !== undefined) row.errors.push({ field: "email", message: "people.import.twice", values: { line: other } });
  row.input = inputOf(given, row, around);
  if (!now) row.input = { ...row.input, email, ...(row.input.role_id ? {} : { role_id: around.roleId }) };
  row.changes = changesOf(row, given, now, around);
  row.errors.push(...mayTake(around.actor, known, row, now));
  if (now && row.changes.length > 0) row.state = "changed";
  return row;
}

const named = ["role", "position", "department"] as const;

/** Records by their names; the manager follows when everybody is there. */
function inputOf(given: FileRow["given"], row: PlannedRow, { known, lines }: Around): PlannedRow["input"] {
  const { email: _, role: __, position: ___, department: ____, parent, ...plain } = given;
  const input: PlannedRow["input"] = { ...plain } as PlannedRow["input"];
  for (const field of named) {
    const name = given[field];
    if (!name) continue;
    const found = known[field].get(name.toLowerCase());
    if (!found) row.errors.push({ field, message: "people.import.unknown", values: { name } });
    else Object.assign(input, { [`${field}_id`]: found.id });
  }
  const leader = parent ? known.people.get(parent) : undefined;
  if (parent && !(leader ? leader.leads : lines.has(parent)))
    row.errors.push({ field: "parent", message: "people.import.unknownManager", values: { name: parent } });
  return input;
}

/**
 * What would become another; of somebody new, all that the file says. What whoever imports may not read of somebody would become
 * another, whatever the file says: else a file that says the same would tell.
 */
function changesOf(
  row: PlannedRow,
  given: FileRow["given"],
  now: UserRow | null,
  { actor, known }: Around,
): FieldChange[] {
  const hidden = now ? known.hidden.get(now.id) : undefined;
  const reads = now && new Set<string>(fieldsFor(actor, now));
  return (Object.keys(given) as ImportField[])
    .filter((field) => field !== "email")
    .flatMap((field) => {
      if (reads && !reads.has(field)) return [{ field, before: null, after: wanted(field, given, row, known) }];
      const before = now ? presentOf(field, now, hidden, known) : null;
      const after = wanted(field, given, row, known);
      const same = field === "salary" ? sameAmount(before, after) : before === after;
      return same ? [] : [{ field, before, after }];
    });
}

const sameAmount = (a: string | null, b: string | null) =>
  a !== null && b !== null && isAmount(a) && isAmount(b) && compareAmounts(a, b) === 0;

function wanted(field: ImportField, given: FileRow["given"], row: PlannedRow, known: Known): string | null {
  const value = given[field];
  if (field === "parent") return row.leader ?? null;
  if (field === "role" || field === "position" || field === "department")
    return known[field].get(String(value).toLowerCase())?.name ?? null;
  return value === null || value === undefined ? null : String(value);
}

function presentOf(field: ImportField, now: UserRow, hidden: PrivateRow | undefined, known: Known): string | null {
  switch (field) {
    case "role":
      return now.role?.name ?? null;
    case "position":
      return now.position?.title ?? null;
    case "department":
      return now.department?.name ?? null;
    case "parent":
      return known.people.get(now.email as string)?.leader ?? null;
    case "external":
      return String(now.is_external);
    case "salary":
    case "currency":
    case "address":
    case "city":
    case "credential_number":
    case "issued_date":
    case "expiry_date":
    case "last_degree":
      return hidden?.[field] ?? null;
    default:
      return now[field] ?? null;
  }
}
