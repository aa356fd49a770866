import type { QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { pageMetaOf, pageOf } from "../../shared/kernel/paging";
import type { balancePeople } from "../../shared/leave/leave-balance.contract";
import { sql, type Tx } from "../platform/unit-of-work";

/** $1 year, $2 department, $3 text, $4 limit, $5 offset. */
const people = sql(
  "leave.balancePeople",
  `SELECT json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) AS person, d.name AS department,
     u.joined_on::text AS joined_on, u.left_on::text AS left_on, u.location, u.total,
     COALESCE((SELECT json_agg(json_build_object(
         'leave_type', json_build_object('id', t.id, 'name', t.name, 'icon', t.icon),
         'balance', b.days::float8,
         'waiting', COALESCE((SELECT sum(l.days)::float8 FROM leave_ledger l WHERE l.tenant_id = b.tenant_id
            AND l.user_id = b.user_id AND l.leave_type_id = b.leave_type_id AND l.year = b.year AND l.reason = 'waiting'), 0)
       ) ORDER BY t.name)
       FROM leave_balance b JOIN leave_type t ON t.tenant_id = b.tenant_id AND t.id = b.leave_type_id
       WHERE b.tenant_id = u.tenant_id AND b.user_id = u.id AND b.year = $1), '[]') AS balances
   FROM (
     SELECT *, count(*) OVER ()::int AS total FROM app_user
     WHERE tenant_id = current_tenant() AND active AND NOT external
       AND ($2::bigint IS NULL OR department_id = $2) AND ($3::text IS NULL OR fullname ILIKE $3)
     ORDER BY fullname, id LIMIT $4 OFFSET $5
   ) AS u
   LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id
   ORDER BY u.fullname, u.id`,
);

type Reply = ReplyOf<typeof balancePeople>;

/** What everyone has left: for HR. */
export async function peopleBalances(tx: Tx, query: QueryOf<typeof balancePeople>): Promise<Reply> {
  const page = pageOf(query, 50);
  const text = query.q ? `%${query.q.replace(/[\\%_]/g, "\\$&")}%` : null;
  const year = query.year ?? new Date().getUTCFullYear();
  const rows = await tx.rows<Reply["data"][number] & { total: number }>(people, [
    year,
    query.department_id ?? null,
    text,
    page.perPage,
    page.offset,
  ]);
  const data = rows.map(({ total: _, ...row }) => row);
  return { data, meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}
