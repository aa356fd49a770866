import { sql } from "../../platform/database/unit-of-work";
import { matchesAllPatterns } from "../../platform/database/search";

// Each waiting request once. It is listed under the reader's own name if they are an approver, otherwise for the first user whose delegate
// they are.
const open = `WITH open AS (
     SELECT DISTINCT ON (w.request_id) w.step_id, w.request_id, w.since, w.family, w.type, r.requester_id,
       NULLIF(w.holder_id, $1) AS for_id
     FROM step_decider w JOIN request r ON r.tenant_id = current_tenant() AND r.id = w.request_id
     WHERE w.decider_id = $1
     ORDER BY w.request_id, for_id NULLS FIRST
   )`;

/**
 * SQL condition: the patterns match the requester, the title in any language, the number or the supplier. `r` is the request, `u` its
 * requester.
 */
const foundIn = (at: string) =>
  matchesAllPatterns(at, [
    "u.folded",
    "r.folded",
    "(SELECT concat_ws(' ', lower(n.code), n.supplier_key) FROM finance_request n WHERE n.tenant_id = r.tenant_id AND n.id = r.id)",
    `(SELECT t.folded FROM leave_request l JOIN leave_type t ON t.tenant_id = l.tenant_id AND t.id = l.leave_type_id
        WHERE l.tenant_id = r.tenant_id AND l.id = r.id)`,
    `(SELECT v.folded FROM form_request q
        JOIN form_version v ON v.tenant_id = q.tenant_id AND v.form_id = q.form_id AND v.number = q.form_version
        WHERE q.tenant_id = r.tenant_id AND q.id = r.id)`,
  ]);

const person = (of: string) => `json_build_object('id', ${of}.id, 'fullname', ${of}.fullname, 'image', ${of}.image)`;

/**
 * Returns one row: counts per kind, the requesters, and one page with the total. Uses keyset pagination, so that decisions made meanwhile
 * don't shift pages. $1 user, $2 family, $3 type, $4 and $5 last position, $6 limit, $7 offset, $8 requester, $9 search patterns.
 */
const waiting = (order: "ASC" | "DESC", beyond: ">" | "<") => `${open},
   shown AS (
     SELECT o.* FROM open o
     WHERE ($2::text IS NULL OR o.family = $2) AND ($3::text IS NULL OR o.type = $3)
       AND ($8::bigint IS NULL OR o.requester_id = $8)
       AND ($9::text[] IS NULL OR EXISTS (
         SELECT FROM request r JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
         WHERE r.tenant_id = current_tenant() AND r.id = o.request_id AND ${foundIn("$9")}))
   ),
   page AS (
     SELECT o.*, (extract(epoch FROM o.since) * 1000000)::bigint AS place FROM shown o
     WHERE $4::bigint IS NULL OR ((extract(epoch FROM o.since) * 1000000)::bigint, o.step_id) ${beyond} ($4, $5::bigint)
     ORDER BY place ${order}, o.step_id ${order} LIMIT $6 OFFSET $7
   )
   SELECT
     COALESCE((SELECT json_agg(k) FROM (
       SELECT family, type, count(*)::int AS count FROM open GROUP BY family, type ORDER BY family, type) AS k), '[]') AS kinds,
     (SELECT count(*)::int FROM shown) AS total,
     COALESCE((SELECT json_agg(${person("u")} ORDER BY u.fullname COLLATE reader, u.id)
      FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id IN (SELECT requester_id FROM open)), '[]') AS requesters,
     COALESCE((SELECT json_agg(json_build_object('step_id', p.step_id, 'request_id', p.request_id, 'since', p.since,
       'place', p.place::text, 'family', p.family, 'behalf',
       CASE WHEN f.id IS NOT NULL THEN ${person("f")} END)
       ORDER BY p.place ${order}, p.step_id ${order})
      FROM page p LEFT JOIN app_user f ON f.tenant_id = current_tenant() AND f.id = p.for_id), '[]') AS rows`;

export const selectPendingOldestFirst = sql("inbox.waitingOldest", waiting("ASC", ">"));
export const selectPendingNewestFirst = sql("inbox.waitingNewest", waiting("DESC", "<"));

/** SQL condition: request `r` is undecided or was returned for changes. */
const isPending = `(r.status = 'changes_requested' OR EXISTS (
       SELECT FROM request_step s WHERE s.tenant_id = r.tenant_id AND s.request_id = r.id AND s.state = 'now'))`;

export const countPending = sql(
  "inbox.count",
  `${open} SELECT count(*)::int AS waiting, (
     SELECT count(*)::int FROM request r WHERE r.tenant_id = current_tenant() AND r.requester_id = $1 AND ${isPending}) AS sent
   FROM open`,
);

export const selectPendingAmong = sql(
  "inbox.waitingAmong",
  "SELECT DISTINCT request_id FROM step_decider WHERE decider_id = $1 AND request_id = ANY($2)",
);

const ofFamily = `AND s.request_id IN (SELECT id FROM request WHERE tenant_id = current_tenant() AND family = $4)`;
const ofWords = `AND ($4::text IS NULL OR EXISTS (SELECT FROM request r WHERE r.tenant_id = s.tenant_id AND r.id = s.request_id AND r.family = $4))
   AND EXISTS (SELECT FROM request r JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
     WHERE r.tenant_id = s.tenant_id AND r.id = s.request_id AND ${foundIn("$5")})`;

/**
 * A page and the total, both read by the index on the deciding user. $1 user, $2 limit, $3 offset. With a family filter, $4 is the family;
 * with a search, $4 is a family or null, and $5 the search patterns.
 */
const decidedBy = (condition: string) => `WITH page AS (
     SELECT s.id FROM request_step s WHERE s.tenant_id = current_tenant() AND s.decided_by = $1 ${condition}
     ORDER BY s.decided_at DESC, s.id DESC LIMIT $2 OFFSET $3
   )
   SELECT s.id AS step_id, s.request_id, s.decided_at AS since, r.family,
     (SELECT count(*)::int FROM request_step s
      WHERE s.tenant_id = current_tenant() AND s.decided_by = $1 ${condition}) AS total,
     CASE WHEN f.id IS NOT NULL THEN ${person("f")} END AS behalf
   FROM page JOIN request_step s ON s.tenant_id = current_tenant() AND s.id = page.id
   JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
   LEFT JOIN app_user f ON f.tenant_id = s.tenant_id AND f.id = s.on_behalf_of
   ORDER BY s.decided_at DESC, s.id DESC`;

export const decidedRequests = sql("inbox.decided", decidedBy(""), { notNull: ["since"] });
export const decidedRequestsOfFamily = sql("inbox.decidedOfFamily", decidedBy(ofFamily), { notNull: ["since"] });
export const decidedRequestsMatching = sql("inbox.decidedFound", decidedBy(ofWords), { notNull: ["since"] });

export const sentRequests = sql(
  "inbox.sent",
  `WITH mine AS (
     SELECT r.id, r.family, r.sent_at FROM request r
     JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id
     WHERE r.tenant_id = current_tenant() AND r.requester_id = $1 AND r.sent_at IS NOT NULL
       AND ($4::text IS NULL OR r.family = $4) AND ($5::text[] IS NULL OR ${foundIn("$5")})
       AND (NOT $6::boolean OR ${isPending})
   )
   SELECT m.id AS request_id, m.family, m.sent_at AS since, (SELECT count(*)::int FROM mine) AS total
   FROM mine m ORDER BY m.sent_at DESC, m.id DESC LIMIT $2 OFFSET $3`,
  { notNull: ["since"] },
);
