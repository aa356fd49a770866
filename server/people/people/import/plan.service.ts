import { compareAmounts, isAmount } from "../../../../shared/kernel/money";
import type { ImportField, ImportState } from "../../../../shared/people/people/people-import.contract";
import type { NewUser, UserChange } from "../../../../shared/people/people/people.schema";
import type { Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import type { FieldNote, PeopleFileRow } from "./people-file";
import { weeklyHours } from "../../../../shared/work/schedules/schedules.rules";
import { mayChooseOwnTeam } from "../own-team.policy";
import { ManagerIndex } from "./manager-index";
import { findManagerCycles, managementDepths, type ManagersByEmail, reportsBelow } from "./managers";
import { findByName, type ImportLookup, loadImportLookup, findRefusals } from "./import-lookup";
import { readableFieldGroups, readableFields, canReadAllFields } from "../people.policy";
import type { PrivateRow, UserRow } from "../people.sql";

export interface FieldChange {
  field: ImportField;
  before: string | null;
  after: string | null;
}

export interface PlannedRow {
  line: number;
  state: ImportState;
  email: string;
  name: string;
  /** Id of the existing user; null for a new user. */
  id: number | null;
  input: Partial<NewUser & UserChange> & { weekly_hours?: number | undefined };
  leader: string | undefined;
  joins: string[];
  changes: FieldChange[];
  errors: FieldNote[];
  warnings: FieldNote[];
  cells: PeopleFileRow["cells"];
}

export const namedRecordKinds = ["department", "position", "group"] as const;
export type NamedRecordKind = (typeof namedRecordKinds)[number];

export interface ImportPlan {
  /** Rows in file order. */
  rows: PlannedRow[];
  /** Number of superiors of each user after the import. */
  depths: ReadonlyMap<string, number>;
  lookup: ImportLookup;
  creates: Record<NamedRecordKind, string[]>;
}

export interface PlanOptions {
  /** Role of new users whose row contains no role. */
  roleId: number | undefined;
  currency: string;
  createMissing: boolean;
  skip: readonly number[];
}

/** Plans the import with all errors per row, without changing anything. Managers may be anywhere in the file, or may already exist. */
export async function planImport(
  tx: Tx,
  actor: Actor,
  all: readonly PeopleFileRow[],
  options: PlanOptions,
): Promise<ImportPlan> {
  const skipped = new Set(options.skip);
  const rows = all.filter(({ line }) => !skipped.has(line));
  const emails = rows.flatMap(({ values }) => values.email ?? []);
  const lookup = await loadImportLookup(tx, actor, emails);
  const context: PlanContext = {
    actor,
    lookup,
    lines: linesByEmail(rows),
    leaderIndex: new ManagerIndex(lookup, all, skipped, canReadAllFields(actor)),
    options,
  };
  const planned = rows.map((row) => planRow(row, context));
  const leaders = leadersAfter(lookup, planned);
  const cycles = findManagerCycles(leaders);
  refuseOwnTeam(actor, lookup, planned, leaders);
  for (const row of planned) {
    const cycle = row.leader === undefined ? undefined : cycles.get(row.email);
    // Only readers of all records see the full path; other users see only the path members that are in the file.
    const visibleCycle = canReadAllFields(actor) ? cycle : cycle?.filter((email) => context.lines.has(email));
    if (visibleCycle)
      row.errors.push({ field: "parent", message: "people.import.cycle", values: { way: visibleCycle.join(" → ") } });
  }
  refuseReportsOfInvalid(planned);
  for (const row of planned) if (row.errors.length > 0) row.state = "wrong";
  const left = all.filter(({ line }) => skipped.has(line)).map(skippedRow);
  return {
    rows: [...planned, ...left].toSorted((a, b) => a.line - b.line),
    depths: cycles.size > 0 ? new Map() : managementDepths(leaders),
    lookup,
    creates: missingOf(planned, lookup),
  };
}

const skippedRow = ({ line, values, cells }: PeopleFileRow): PlannedRow => ({
  line,
  state: "skipped",
  email: values.email ?? cells.email ?? "",
  name: values.fullname ?? "",
  id: null,
  input: {},
  leader: undefined,
  joins: [],
  changes: [],
  errors: [],
  warnings: [],
  cells,
});

function refuseReportsOfInvalid(rows: readonly PlannedRow[]): void {
  const below = new Map<string, PlannedRow[]>();
  for (const row of rows) {
    if (!row.leader) continue;
    const some = below.get(row.leader);
    if (some) some.push(row);
    else below.set(row.leader, [row]);
  }
  const wrong = rows.filter(({ id, email, errors }) => id === null && email !== "" && errors.length > 0);
  for (let row = wrong.pop(); row; row = wrong.pop())
    for (const report of below.get(row.email) ?? []) {
      if (report.errors.length > 0) continue;
      report.errors.push({ field: "parent", message: "people.import.managerWrong", values: { line: row.line } });
      if (report.id === null) wrong.push(report);
    }
}

/** Names of missing records; of names that differ only in case or accents, the first is used. */
function missingOf(rows: readonly PlannedRow[], lookup: ImportLookup): ImportPlan["creates"] {
  const missing = {
    department: new Map<string, string>(),
    position: new Map<string, string>(),
    group: new Map<string, string>(),
  };
  const need = (kind: NamedRecordKind, name: string) => {
    if (!findByName(lookup[kind], name) && !missing[kind].has(name.toLowerCase()))
      missing[kind].set(name.toLowerCase(), name);
  };
  for (const { errors, changes, joins } of rows) {
    if (errors.length > 0) continue;
    for (const { field, after } of changes)
      if ((field === "department" || field === "position") && after) need(field, after);
    for (const title of joins) need("group", title);
  }
  return {
    department: [...missing.department.values()],
    position: [...missing.position.values()],
    group: [...missing.group.values()],
  };
}

/** Under separation of duties, users may not add existing users to their own team, not even through a new manager. */
function refuseOwnTeam(
  actor: Actor,
  lookup: ImportLookup,
  rows: readonly PlannedRow[],
  leaders: ManagersByEmail,
): void {
  const allPeople = [...lookup.people.values()];
  const self = allPeople.find(({ id }) => id === actor.id)?.email;
  if (!lookup.fourEyed || self === undefined || mayChooseOwnTeam(actor)) return;
  const before = reportsBelow(new Map(allPeople.map(({ email, leader }) => [email, leader])), self);
  const after = reportsBelow(leaders, self);
  for (const { id, email, changes, errors } of rows)
    if (id !== null && changes.some(({ field }) => field === "parent") && after.has(email) && !before.has(email))
      errors.push({ field: "parent", message: "problem.user.ownAccess" });
}

function linesByEmail(rows: readonly PeopleFileRow[]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const { line, values } of rows) {
    if (!values.email) continue;
    const lineNumbers = lines.get(values.email);
    if (lineNumbers) lineNumbers.push(line);
    else lines.set(values.email, [line]);
  }
  return lines;
}

function leadersAfter(lookup: ImportLookup, rows: readonly PlannedRow[]): ManagersByEmail {
  const leaders = new Map([...lookup.people.values()].map(({ email, leader }) => [email, leader]));
  for (const { email, leader } of rows) {
    if (email === "") continue;
    if (leader !== undefined) leaders.set(email, leader);
    else if (!leaders.has(email)) leaders.set(email, null);
  }
  return leaders;
}

interface PlanContext {
  actor: Actor;
  lookup: ImportLookup;
  lines: ReadonlyMap<string, readonly number[]>;
  leaderIndex: ManagerIndex;
  options: PlanOptions;
}

function planRow(
  { line, values: fileValues, errors, warnings, cells }: PeopleFileRow,
  context: PlanContext,
): PlannedRow {
  const { lookup, lines, options } = context;
  const email = fileValues.email ?? "";
  const now = lookup.records.get(email) ?? null;
  const hidden = now ? lookup.hidden.get(now.id) : undefined;
  const needsCurrency =
    fileValues.salary && !fileValues.currency && !hidden?.currency && !errors.some(({ field }) => field === "currency");
  const values = needsCurrency ? { ...fileValues, currency: options.currency } : fileValues;
  const row: PlannedRow = {
    line,
    state: now ? "same" : "new",
    email,
    name: values.fullname ?? now?.fullname ?? "",
    id: now?.id ?? null,
    input: {},
    leader: undefined,
    joins: [],
    changes: [],
    errors: [...errors],
    warnings: [...warnings],
    cells,
  };
  const noted = new Set(errors.map(({ field }) => field));
  const other = lines.get(email)?.find((one) => one !== line);
  if (other !== undefined) row.errors.push({ field: "email", message: "people.import.twice", values: { line: other } });
  row.input = inputOf(values, row, context, now);
  if (!now) row.input = { ...row.input, email, ...(row.input.role_id ? {} : { role_id: options.roleId }) };
  row.changes = changesOf(row, values, now, context);
  row.errors.push(...findRefusals(context.actor, lookup, row, now).filter(({ field }) => !noted.has(field)));
  if (now && row.changes.length > 0) row.state = "changed";
  return row;
}

const namedFields = ["role", "position", "department"] as const;

function inputOf(
  values: PeopleFileRow["values"],
  row: PlannedRow,
  context: PlanContext,
  now: UserRow | null,
): PlannedRow["input"] {
  const { lookup } = context;
  const { email: _, role: __, position: ___, department: ____, parent, groups, ...plain } = values;
  const input: PlannedRow["input"] = { ...plain } as PlannedRow["input"];
  for (const field of namedFields) {
    const name = values[field];
    if (!name) continue;
    const found = findByName<{ id: number }>(lookup[field], name);
    if (found) Object.assign(input, { [`${field}_id`]: found.id });
    else if (field === "role") row.errors.push({ field, message: "people.import.unknown", values: { name } });
    else requireCreatable(field, name, row, context, field);
  }
  if (groups) row.joins = joinsOf(groups, row, context, now);
  if (parent) {
    const leader = context.leaderIndex.find(parent, { line: row.line, email: row.email });
    if ("email" in leader) row.leader = leader.email;
    else row.errors.push({ field: "parent", ...leader });
  }
  return input;
}

function requireCreatable(
  kind: NamedRecordKind,
  name: string,
  row: PlannedRow,
  { actor, options }: PlanContext,
  field: ImportField,
): void {
  if (!options.createMissing) row.errors.push({ field, message: "people.import.unknown", values: { name } });
  else if (!actor.permissions.has(`${kind}-create`))
    row.errors.push({ field, message: "people.import.mayNotCreate", values: { name } });
  else if (name.length > 120) row.errors.push({ field, message: "field.tooLong" });
}

function joinsOf(groups: string, row: PlannedRow, context: PlanContext, now: UserRow | null): string[] {
  const { lookup, actor } = context;
  const titles = [
    ...new Set(
      groups
        .split(/[;|\n]|,(?=\s)/)
        .map((title) => title.trim())
        .filter(Boolean),
    ),
  ];
  const present = new Set(now ? lookup.memberships.get(now.id) : []);
  const joins = titles.filter((title) => {
    const group = findByName(lookup.group, title);
    if (!group) requireCreatable("group", title, row, context, "groups");
    return !group || !present.has(group.name);
  });
  if (joins.length > 0 && !actor.permissions.has("group-edit"))
    row.errors.push({ field: "groups", message: "people.import.mayNotChange" });
  return joins;
}

/**
 * Changed fields; for a new user all fields in the row. A field that the actor may not read always counts as changed, because otherwise an
 * import with a guessed value would reveal it.
 */
function changesOf(
  row: PlannedRow,
  values: PeopleFileRow["values"],
  now: UserRow | null,
  { actor, lookup }: PlanContext,
): FieldChange[] {
  const hidden = now ? lookup.hidden.get(now.id) : undefined;
  const reads =
    now &&
    new Set<string>([
      ...readableFields(actor, now),
      "groups",
      ...(readableFieldGroups(actor, now).has("work") ? ["weekly_hours"] : []),
    ]);
  return (Object.keys(values) as ImportField[])
    .filter((field) => field !== "email")
    .flatMap((field) => {
      if (field === "groups") return groupChanges(row, now, lookup);
      if (reads && !reads.has(field))
        return [{ field, before: null, after: requestedValue(field, values, row, lookup) }];
      const before = now ? currentValue(field, now, hidden, lookup) : null;
      const after = requestedValue(field, values, row, lookup);
      const same = field === "salary" ? sameAmount(before, after) : before === after;
      return same ? [] : [{ field, before, after }];
    });
}

function groupChanges({ joins }: PlannedRow, now: UserRow | null, lookup: ImportLookup): FieldChange[] {
  if (joins.length === 0) return [];
  const present = (now && lookup.memberships.get(now.id)) ?? [];
  return [{ field: "groups", before: present.join("; ") || null, after: [...present, ...joins].join("; ") }];
}

const sameAmount = (a: string | null, b: string | null) =>
  a !== null && b !== null && isAmount(a) && isAmount(b) && compareAmounts(a, b) === 0;

function requestedValue(
  field: ImportField,
  values: PeopleFileRow["values"],
  row: PlannedRow,
  lookup: ImportLookup,
): string | null {
  const value = values[field as keyof typeof values];
  if (field === "parent") return row.leader ?? null;
  if (field === "role" || field === "position" || field === "department")
    return value ? (findByName<{ name: string }>(lookup[field], String(value))?.name ?? String(value)) : null;
  return value === null || value === undefined ? null : String(value);
}

function currentValue(
  field: ImportField,
  now: UserRow,
  hidden: PrivateRow | undefined,
  lookup: ImportLookup,
): string | null {
  switch (field) {
    case "role":
      return now.role?.name ?? null;
    case "position":
      return now.position?.title ?? null;
    case "department":
      return now.department?.name ?? null;
    case "parent":
      return lookup.people.get(now.email as string)?.leader ?? null;
    case "external":
      return String(now.is_external);
    case "active":
      return String(now.active);
    case "groups":
    case "first_name":
    case "last_name":
      return null;
    case "weekly_hours":
      return String(weeklyHours(lookup.schedules.get(now.id), lookup.week));
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
