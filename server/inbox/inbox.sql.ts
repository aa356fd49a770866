import { sql } from "../platform/unit-of-work";

// Each request once: in one's own name where one may, else in the first of those whose name one decides in.
const open = `WITH open AS (
     SELECT DISTINCT ON (w.request_id) w.step_id, w.request_id, w.since, w.family, w.type, NULLIF(w.holder_id, $1) AS for_id
     FROM step_decider w WHERE w.decider_id = $1
     ORDER BY w.request_id, for_id NULLS FIRST
   )`;

/**
 * One row: how many of each kind wait, and a page of them. The page goes on behind a place, not behind a number, so that
 * what is decided meanwhile moves nothing. $1 person, $2 family, $3 type, $4 and $5 the place, $6 limit, $7 offset.
 */
const waiting = (order: "ASC" | "DESC", beyond: ">" | "<") => `${open},
   page AS (
     SELECT o.*, (extract(epoch FROM o.since) * 1000000)::bigint AS place FROM open o
     WHERE ($2::text IS NULL OR o.family = $2) AND ($3::text IS NULL OR o.type = $3)
       AND ($4::bigint IS NULL OR ((extract(epoch FROM o.since) * 1000000)::bigint, o.step_id) ${beyond} ($4, $5::bigint))
     ORDER BY place ${order}, o.step_id ${order} LIMIT $6 OFFSET $7
   )
   SELECT
     COALESCE((SELECT json_agg(k) FROM (
       SELECT family, type, count(*)::int AS count FROM open GROUP BY family, type ORDER BY family, type) AS k), '[]') AS kinds,
     COALESCE((SELECT json_agg(json_build_object('step_id', p.step_id, 'request_id', p.request_id, 'since', p.since,
       'place', p.place::text, 'family', p.family, 'behalf',
       CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'fullname', f.fullname, 'image', f.image) END)
       ORDER BY p.place ${order}, p.step_id ${order})
      FROM page p LEFT JOIN app_user f ON f.tenant_id = current_tenant() AND f.id = p.for_id), '[]') AS rows`;

export const waitingOldest = sql("inbox.waitingOldest", waiting("ASC", ">"));
export const waitingNewest = sql("inbox.waitingNewest", waiting("DESC", "<"));

export const waitingCount = sql("inbox.count", `${open} SELECT count(*)::int AS waiting FROM open`);

/**
 * A page and how many there are, both by the index of who decided what. $1 person, $2 limit, $3 offset; with a family,
 * that is $4.
 */
const decidedBy = (ofFamily: string) => `WITH page AS (
     SELECT s.id FROM request_step s WHERE s.tenant_id = current_tenant() AND s.decided_by = $1 ${ofFamily}
     ORDER BY s.decided_at DESC, s.id DESC LIMIT $2 OFFSET $3
   )
   SELECT s.id AS step_id, s.request_id, s.decided_at AS since, r.family,
     (SELECT count(*)::int FROM request_step s
      WHERE s.tenant_id = current_tenant() AND s.decided_by = $1 ${ofFamily}) AS total,
     CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'fullname', f.fullname, 'image', f.image) END AS behalf
   FROM page JOIN request_step s ON s.tenant_id = current_tenant() AND s.id = page.id
   JOIN request r ON r.tenant_id = s.tenant_id AND r.id = s.request_id
   LEFT JOIN app_user f ON f.tenant_id = s.tenant_id AND f.id = s.on_behalf_of
   ORDER BY s.decided_at DESC, s.id DESC`;

export const decided = sql("inbox.decided", decidedBy(""));
export const decidedOfFamily = sql(
  "inbox.decidedOfFamily",
  decidedBy(`AND s.request_id IN (SELECT id FROM request WHERE tenant_id = current_tenant() AND family = $4)`),
);
