import type { QueryOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../../../shared/kernel/paging";
import type { listBalancePeople } from "../../../../shared/requests/leave/ledger/balance.contract";
import { personJson } from "../../../platform/database/person-json";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import { balancesByPerson } from "./balance.read";
import { matchesSearch, likePatternsOf } from "../../../platform/database/search";

const selectPeople = sql(
  "leave.balancePeople",
  `SELECT ${personJson("u")} AS person, d.name AS department,
     u.joined_on::text AS joined_on, u.left_on::text AS left_on, u.location, u.total
   FROM (
     SELECT *, count(*) OVER ()::int AS total FROM app_user
     WHERE tenant_id = current_tenant() AND NOT external AND (CASE WHEN $5 THEN NOT active AND left_on IS NOT NULL ELSE active END)
       AND ($1::bigint IS NULL OR department_id = $1) AND ${matchesSearch("$2", ["folded"])}
     ORDER BY fullname COLLATE reader, id LIMIT $3 OFFSET $4
   ) AS u
   LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   ORDER BY u.fullname COLLATE reader, u.id`,
);

type Reply = ReplyOf<typeof listBalancePeople>;

export async function peopleBalances(tx: Tx, query: QueryOf<typeof listBalancePeople>): Promise<Reply> {
  const page = pageOf(query, 50);
  const rows = await tx.rows<Omit<Reply["data"][number], "balances"> & { total: number }>(selectPeople, [
    query.department_id ?? null,
    likePatternsOf(query.q),
    page.perPage,
    page.offset,
    query.left ?? false,
  ]);
  const balances = await balancesByPerson(
    tx,
    rows.map(({ person }) => person.id),
    { year: query.year },
  );
  const data = rows.map(({ total: _, ...row }) => ({
    ...row,
    balances: (balances.get(row.person.id) ?? []).map(({ leave_type, balance, waiting }) => ({
      leave_type,
      balance,
      waiting,
    })),
  }));
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}
