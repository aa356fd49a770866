import type { InboxEntry, RequestFamily } from "../../shared/approvals/approvals.contract";
import type { Actor as Person } from "../../shared/kernel/events";
import { type PageMeta, pageMetaOf, pageOf } from "../../shared/kernel/paging";
import { stepsOf } from "../approvals/approvals.present";
import type { ListedRequest, RequestFamilyService } from "../approvals/request-family.service";
import { leaveRequests } from "../leave/leave-inbox.service";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";

/** The families that are there: one line each. */
export const families: Partial<Record<RequestFamily, RequestFamilyService>> = {
  leave: leaveRequests,
};

// Each way in which a step can be one's own has an index; together they are a handful of rows per page.
const waiting = sql(
  "inbox.waiting",
  `WITH me AS (SELECT id, role_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1),
   standing AS (
     SELECT id, role_id, NULL::bigint AS for_id FROM me
     UNION ALL
     SELECT u.id, u.role_id, u.id FROM delegation d JOIN app_user u ON u.tenant_id = d.tenant_id AND u.id = d.delegator_id AND u.active
     WHERE d.tenant_id = current_tenant() AND d.delegatee_id = $1 AND d.ended_at IS NULL
       AND tenant_today() BETWEEN d.start_date AND COALESCE(d.end_date, 'infinity'::date)
   ),
   mine AS (
     SELECT DISTINCT ON (s.request_id) s.id AS step_id, s.request_id, s.since, st.for_id
     FROM standing st JOIN request_step s ON s.tenant_id = current_tenant() AND s.state = 'now'
       AND (s.approver_id = st.id OR s.role_id = st.role_id)
     ORDER BY s.request_id, st.for_id NULLS FIRST
   ),
   open AS (
     SELECT mine.*, r.family FROM mine JOIN request r ON r.tenant_id = current_tenant() AND r.id = mine.request_id
     WHERE r.requester_id <> $1 AND r.requester_id IS DISTINCT FROM mine.for_id
   )
   SELECT o.step_id, o.request_id, o.since, o.family,
     CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'fullname', f.fullname, 'image', f.image) END AS behalf,
     (SELECT json_object_agg(family, number) FROM (SELECT family, count(*) AS number FROM open GROUP BY family) AS c) AS counts
   FROM open o LEFT JOIN app_user f ON f.tenant_id = current_tenant() AND f.id = o.for_id
   WHERE ($2::text IS NULL OR o.family = $2) ORDER BY o.since, o.request_id LIMIT $3 OFFSET $4`,
);

const decided = sql(
  "inbox.decided",
  `SELECT s.id AS step_id, s.request_id, s.decided_at AS since, r.family, count(*) OVER ()::int AS total,
     CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'fullname', f.fullname, 'image', f.image) END AS behalf
   FROM request_step s JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
   LEFT JOIN app_user f ON f.tenant_id = s.tenant_id AND f.id = s.on_behalf_of
   WHERE s.tenant_id = current_tenant() AND s.decided_by = $1 AND ($2::text IS NULL OR r.family = $2)
   ORDER BY s.decided_at DESC, s.id DESC LIMIT $3 OFFSET $4`,
);

interface Row {
  step_id: number;
  request_id: number;
  since: Date;
  family: RequestFamily;
  behalf: Person | null;
}

interface Query {
  page?: number;
  per_page?: number;
  perPage?: number;
  family?: RequestFamily | "";
}

/** What waits for someone's decision, the oldest first; counts are those of all families. */
export async function inboxOf(
  tx: Tx,
  actor: Actor,
  query: Query,
): Promise<{ data: InboxEntry[]; meta: PageMeta & { counts: Record<RequestFamily, number> } }> {
  const page = pageOf(query, 50);
  const values = [actor.id, query.family || null, page.perPage, page.offset];
  const rows = await tx.rows<Row & { counts: Partial<Record<RequestFamily, number>> }>(waiting, values);
  const counts = { leave: 0, finance: 0, form: 0, ...rows[0]?.counts };
  const total = query.family ? counts[query.family] : counts.leave + counts.finance + counts.form;
  return { data: await entriesOf(tx, rows), meta: { ...pageMetaOf(page, total), counts } };
}

/** What someone has decided, the latest first. */
export async function decidedBy(tx: Tx, actor: Actor, query: Query): Promise<{ data: InboxEntry[]; meta: PageMeta }> {
  const page = pageOf(query, 50);
  const values = [actor.id, query.family || null, page.perPage, page.offset];
  const rows = await tx.rows<Row & { total: number }>(decided, values);
  return { data: await entriesOf(tx, rows), meta: pageMetaOf(page, rows[0]?.total ?? 0) };
}

/** A fixed number of statements per family, however many rows. */
async function entriesOf(tx: Tx, rows: readonly Row[]): Promise<InboxEntry[]> {
  const steps = await stepsOf(
    tx,
    rows.map((row) => row.request_id),
  );
  const told = new Map<number, ListedRequest>();
  for (const [family, { entries }] of Object.entries(families)) {
    const ids = rows.filter((row) => row.family === family).map((row) => row.request_id);
    if (ids.length > 0) for (const [id, entry] of await entries(tx, ids)) told.set(id, entry);
  }
  return rows.flatMap(({ step_id, request_id, since, behalf }) => {
    const step = steps.get(request_id)?.find(({ id }) => id === step_id);
    const entry = told.get(request_id);
    return step && entry ? [{ ...entry, step, since: since.toISOString(), on_behalf_of: behalf }] : [];
  });
}
