import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { directoryStream } from "../../shared/kernel/events";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { listEmployees, listUsers, UserSort } from "../../shared/people/users.contract";
import { streamRevision } from "../platform/live/subscribe";
import type { Actor } from "../platform/session";
import { sql, type Tx, unnamed } from "../platform/database/unit-of-work";
import { whoIsKept } from "./own-lead.service";
import { canWith, readsAll } from "./people.policy";
import { presentUser, type PresentedUser } from "./people.present";
import { isAway, isBelow, userColumns, type UserRow, userTables, userTablesOn, withTeam } from "./people.sql";

type Filters = QueryOf<typeof listEmployees>;
type Query = QueryOf<typeof listUsers>;

const pattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** Where the reader reads work facts, and the manager: nobody finds people by what they may not read of them. */
interface Sight {
  all: boolean;
  work: string;
  chart: string;
}

function sightOf(actor: Actor): Sight {
  const all = readsAll(actor);
  const work = all ? "true" : `(u.id = $1 OR ${isBelow})`;
  return { all, work, chart: actor.permissions.has("organization-chart-view") ? "true" : work };
}

const searched = (
  at: string,
  { work }: Sight,
) => `(lower(u.fullname) LIKE ${at} OR u.email LIKE ${at} OR lower(p.title) LIKE ${at}
  OR lower(d.name) LIKE ${at} OR u.phone_number LIKE ${at} OR (${work} AND lower(u.employee_id) LIKE ${at}))`;

/** The conditions of a list, with their values; $1 is who asks. */
function conditionsOf(actor: Actor, query: Filters) {
  const sight = sightOf(actor);
  const values: unknown[] = [actor.id];
  const clauses = ["u.tenant_id = current_tenant()"];
  const add = (value: unknown, clause: (at: string) => string) => {
    if (value === undefined || value === null || value === "") return;
    values.push(value);
    clauses.push(clause(`$${values.length}`));
  };
  // Who has left is seen by those who look after records, and by whoever led them.
  const here = query.as_of ? "u.works_now" : "u.active";
  if (!sight.all) clauses.push(`(${here} OR ${sight.work})`);
  if (query.as_of) values.push(query.as_of);
  const tables = query.as_of ? userTablesOn(`$${values.length}`) : userTables;
  add(query.q && pattern(query.q), (at) => searched(at, sight));
  add(query.department_id, (at) => `u.department_id = ${at}`);
  add(query.position_id, (at) => `u.position_id = ${at}`);
  add(query.external, (at) => `u.external = ${at}`);
  add(query.parent_id, (at) => `u.parent_id = ${at} AND ${sight.chart}`);
  add(query.role_id, (at) => `u.role_id = ${at} AND ${sight.work}`);
  add(query.contract_type, (at) => `u.contract_type = ${at} AND ${sight.work}`);
  add(query.joined_from, (at) => `u.joined_on >= ${at}::date AND ${sight.work}`);
  add(query.joined_to, (at) => `u.joined_on <= ${at}::date AND ${sight.work}`);
  if (query.away) clauses.push(isAway);
  // A last day that was announced is everybody's to know.
  const leaving = `(u.active AND u.left_on IS NOT NULL AND (${sight.work} OR u.last_day_announced))`;
  const states: string[] = [];
  if (query.active !== undefined) states.push(query.active ? "u.active" : "NOT u.active");
  if (query.leaving) states.push(leaving);
  return { clauses, states, values, sight, leaving, tables };
}

const sorts: Record<UserSort, { by: string; seen: keyof Sight | null }> = {
  fullname: { by: "lower(u.fullname)", seen: null },
  position: { by: "lower(p.title)", seen: null },
  department: { by: "lower(d.name)", seen: null },
  parent: { by: "lower(m.fullname)", seen: "chart" },
  contract_type: { by: "u.contract_type", seen: "work" },
  date_of_joining: { by: "u.joined_on", seen: "work" },
  last_day: { by: "u.left_on", seen: "work" },
};

/** What the reader may not read of somebody doesn't tell by the order either. */
function orderOf(sort: Filters["sort"], sight: Sight): string {
  const [, minus, name] = /^(-?)(.*)$/.exec(sort ?? "fullname") as unknown as [string, string, UserSort];
  const { by, seen } = sorts[name];
  const expression = seen === null ? by : `CASE WHEN ${sight[seen]} THEN ${by} END`;
  return `${expression} ${minus ? "DESC" : "ASC"} NULLS LAST, lower(u.fullname), u.id`;
}

interface Counts {
  active: number;
  inactive: number;
  leaving: number;
  total: number;
}

/** With what may be switched right in the list, for those who may. */
function presentListed(actor: Actor, row: UserRow, kept: readonly number[]): ReplyOf<typeof listUsers>["data"][number] {
  if (!readsAll(actor)) return presentUser(actor, row);
  const how = { invited: row.invited, kept: false, leads: kept.includes(row.id) };
  const { activate, deactivate } = canWith(actor, row, how);
  return { ...presentUser(actor, row), can: { activate, deactivate } };
}

/** A page of the people whom the reader sees and the filters let through. A few statements, however many there are. */
export async function userPage(tx: Tx, actor: Actor, query: Query): Promise<ReplyOf<typeof listUsers>> {
  const page = pageOf(query, 50);
  const { clauses, states, values, sight, leaving, tables } = conditionsOf(actor, query);
  const chosen = [...clauses, ...states].join(" AND ");
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const rows = await tx.rows<UserRow>(
    unnamed(`${withTeam} SELECT ${userColumns} FROM ${tables} WHERE ${chosen}
      ORDER BY ${orderOf(query.sort, sight)} LIMIT ${limit} OFFSET ${offset}`),
    [...values, page.perPage, page.offset],
  );
  const counts = (await tx.one<Counts>(
    unnamed(`${withTeam} SELECT count(*) FILTER (WHERE u.active)::int AS active,
        count(*) FILTER (WHERE NOT u.active)::int AS inactive, count(*) FILTER (WHERE ${leaving})::int AS leaving,
        count(*) FILTER (WHERE ${["true", ...states].join(" AND ")})::int AS total
      FROM ${tables} WHERE ${clauses.join(" AND ")} AND $1::bigint IS NOT NULL`),
    values,
  )) as Counts;
  const { total, ...rest } = counts;
  const kept = readsAll(actor) ? await whoIsKept(tx, actor) : [];
  return {
    data: rows.map((row) => presentListed(actor, row, kept)),
    meta: {
      ...pageMetaOf(page, total),
      revision: await streamRevision(tx, directoryStream(actor.tenantId)),
      counts: rest,
    },
  };
}

/** Everybody whom the reader sees and the filters let through, unpaged. */
export async function listedPeople(tx: Tx, actor: Actor, query: Filters): Promise<PresentedUser[]> {
  const { clauses, states, values, sight, tables } = conditionsOf(actor, query);
  const rows = await tx.rows<UserRow>(
    unnamed(`${withTeam} SELECT ${userColumns} FROM ${tables} WHERE ${[...clauses, ...states].join(" AND ")}
      ORDER BY ${orderOf(query.sort, sight)}`),
    values,
  );
  return rows.map((row) => presentUser(actor, row));
}

/** Everybody who works here, without people from outside; `everyone`: with those who have left. */
export function employees(
  tx: Tx,
  actor: Actor,
  query: Filters,
  { everyone }: { everyone: boolean },
): Promise<PresentedUser[]> {
  return listedPeople(tx, actor, { ...query, external: false, ...(everyone ? {} : { active: true }) });
}

const selectable = sql(
  "people.selectable",
  `SELECT id, fullname, image FROM app_user
   WHERE tenant_id = current_tenant() AND active AND ($1::text IS NULL OR lower(fullname) LIKE $1 OR email LIKE $1)
   ORDER BY lower(fullname), id`,
);

/** Everybody active, for pickers. */
export const selectableUsers = (tx: Tx, q: string | undefined) =>
  tx.rows<{ id: number; fullname: string; image: string | null }>(selectable, [q ? pattern(q) : null]);
