import type { QueryOf, ReplyOf } from "../../../shared/kernel/endpoint";
import { directoryStream } from "../../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { listEmployees, listUsers, UserSort } from "../../../shared/people/people/users.contract";
import { streamPosition } from "../../platform/live/subscribe";
import type { Actor } from "../../platform/session";
import { sql, type Tx, unnamedSql } from "../../platform/database/unit-of-work";
import { personActions, canReadAllFields } from "./people.policy";
import { presentUser, type PresentedUser } from "./people.present";
import {
  absentTodayCondition,
  belowReaderCondition,
  userColumns,
  type UserRow,
  userTables,
  userTablesAsOf,
  withTeamCte,
} from "./people.sql";
import { matchesSearch, matchesAllPatterns, likePatternsOf } from "../../platform/database/search";
import { ownLeaderIds } from "./own-team.policy";

type Filters = QueryOf<typeof listEmployees>;
type Query = QueryOf<typeof listUsers>;

/** SQL conditions for rows whose work data and manager the reader may see, so that filters and search don't reveal hidden values. */
interface ReadConditions {
  all: boolean;
  work: string;
  chart: string;
}

function readConditions(actor: Actor): ReadConditions {
  const all = canReadAllFields(actor);
  const work = all ? "true" : `(u.id = $1 OR ${belowReaderCondition})`;
  return { all, work, chart: actor.permissions.has("organization-chart-view") ? "true" : work };
}

const searched = (at: string, { work }: ReadConditions) =>
  matchesAllPatterns(at, [
    "u.folded",
    "p.folded",
    "d.folded",
    "u.email_key",
    "u.phone_number_key",
    `CASE WHEN ${work} THEN u.employee_id_key END`,
  ]);

function conditionsOf(actor: Actor, query: Filters) {
  const sight = readConditions(actor);
  const values: unknown[] = [actor.id];
  const clauses = ["u.tenant_id = current_tenant()"];
  const add = (value: unknown, clause: (at: string) => string) => {
    if (value === undefined || value === null || value === "") return;
    values.push(value);
    clauses.push(clause(`$${values.length}`));
  };
  // Inactive users are visible only to users who manage records and to their former superiors.
  const activityColumn = query.as_of ? "u.works_now" : "u.active";
  if (!sight.all) clauses.push(`(${activityColumn} OR ${sight.work})`);
  if (query.as_of) values.push(query.as_of);
  const tables = query.as_of ? userTablesAsOf(`$${values.length}`) : userTables;
  add(likePatternsOf(query.q), (at) => searched(at, sight));
  add(query.department_id, (at) => `u.department_id = ${at}`);
  add(query.position_id, (at) => `u.position_id = ${at}`);
  add(query.external, (at) => `u.external = ${at}`);
  add(query.parent_id, (at) => `u.parent_id = ${at} AND ${sight.chart}`);
  add(query.role_id, (at) => `u.role_id = ${at} AND ${sight.work}`);
  add(query.contract_type, (at) => `u.contract_type = ${at} AND ${sight.work}`);
  add(query.joined_from, (at) => `u.joined_on >= ${at}::date AND ${sight.work}`);
  add(query.joined_to, (at) => `u.joined_on <= ${at}::date AND ${sight.work}`);
  if (query.away) clauses.push(absentTodayCondition);
  // An announced last day is visible to all users.
  const leaving = `(u.active AND u.left_on IS NOT NULL AND (${sight.work} OR u.last_day_announced))`;
  const states: string[] = [];
  if (query.active !== undefined) states.push(query.active ? "u.active" : "NOT u.active");
  if (query.leaving) states.push(leaving);
  return { clauses, states, values, sight, leaving, tables };
}

const sorts: Record<UserSort, { by: string; readCondition: keyof ReadConditions | null }> = {
  fullname: { by: "u.fullname COLLATE reader", readCondition: null },
  position: { by: "p.title COLLATE reader", readCondition: null },
  department: { by: "d.name COLLATE reader", readCondition: null },
  parent: { by: "m.fullname COLLATE reader", readCondition: "chart" },
  contract_type: { by: "u.contract_type", readCondition: "work" },
  date_of_joining: { by: "u.joined_on", readCondition: "work" },
  last_day: { by: "u.left_on", readCondition: "work" },
};

/** Sorting ignores values the reader may not see, so that the order doesn't reveal them. */
function orderOf(sort: Filters["sort"], sight: ReadConditions): string {
  const [, minus, name] = /^(-?)(.*)$/.exec(sort ?? "fullname") as unknown as [string, string, UserSort];
  const { by, readCondition } = sorts[name];
  const expression = readCondition === null ? by : `CASE WHEN ${sight[readCondition]} THEN ${by} END`;
  return `${expression} ${minus ? "DESC" : "ASC"} NULLS LAST, u.fullname COLLATE reader, u.id`;
}

export function selectPeople(actor: Actor, query: Filters) {
  const { clauses, states, values, sight, leaving, tables } = conditionsOf(actor, query);
  const list = (page = "") =>
    unnamedSql<"people.list">(`${withTeamCte} SELECT ${userColumns} FROM ${tables}
      WHERE ${[...clauses, ...states].join(" AND ")} ORDER BY ${orderOf(query.sort, sight)} ${page}`);
  const count = unnamedSql<"people.count">(`${withTeamCte} SELECT count(*) FILTER (WHERE u.active)::int AS active,
      count(*) FILTER (WHERE NOT u.active)::int AS inactive, count(*) FILTER (WHERE ${leaving})::int AS leaving,
      count(*) FILTER (WHERE ${["true", ...states].join(" AND ")})::int AS total
    FROM ${tables} WHERE ${clauses.join(" AND ")} AND $1::bigint IS NOT NULL`);
  return { list, count, values };
}

interface Counts {
  active: number;
  inactive: number;
  leaving: number;
  total: number;
}

/** For readers who manage records, includes the actions that they can perform in the list. */
function presentListed(
  actor: Actor,
  row: UserRow,
  leaderIds: readonly number[],
): ReplyOf<typeof listUsers>["data"][number] {
  if (!canReadAllFields(actor)) return presentUser(actor, row);
  const how = { invited: row.invited, isOwnBlocked: false, leads: leaderIds.includes(row.id) };
  const { activate, deactivate } = personActions(actor, row, how);
  return { ...presentUser(actor, row), can: { activate, deactivate } };
}

export async function readUserPage(tx: Tx, actor: Actor, query: Query): Promise<ReplyOf<typeof listUsers>> {
  const page = pageOf(query, 50);
  const { list, count, values } = selectPeople(actor, query);
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const rows = await tx.rows<UserRow>(list(`LIMIT ${limit} OFFSET ${offset}`), [...values, page.perPage, page.offset]);
  const counts = (await tx.one<Counts>(count, values)) as Counts;
  const { total, ...rest } = counts;
  const leaderIds = canReadAllFields(actor) ? await ownLeaderIds(tx, actor) : [];
  return {
    data: rows.map((row) => presentListed(actor, row, leaderIds)),
    meta: {
      ...pageMetaOf(page, total),
      ...(await streamPosition(tx, directoryStream(actor.tenantId))),
      counts: rest,
    },
  };
}

export async function readListedPeople(tx: Tx, actor: Actor, query: Filters): Promise<PresentedUser[]> {
  const { list, values } = selectPeople(actor, query);
  const rows = await tx.rows<UserRow>(list(), values);
  return rows.map((row) => presentUser(actor, row));
}

/**
 * Employees without external users; only active ones by default.
 * @param includeInactive whether to include users who have left.
 */
export function readEmployees(
  tx: Tx,
  actor: Actor,
  query: Filters,
  { includeInactive }: { includeInactive: boolean },
): Promise<PresentedUser[]> {
  return readListedPeople(tx, actor, { ...query, external: false, ...(includeInactive ? {} : { active: true }) });
}

const selectSelectablePeople = sql(
  "people.selectable",
  `SELECT id, fullname, image FROM app_user
   WHERE tenant_id = current_tenant() AND active AND ${matchesSearch("$1", ["folded", "email_key"])}
   ORDER BY fullname COLLATE reader, id`,
);

export const selectableUsers = (tx: Tx, q: string | undefined) =>
  tx.rows<{ id: number; fullname: string; image: string | null }>(selectSelectablePeople, [likePatternsOf(q)]);
