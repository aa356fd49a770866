import { sql } from "../platform/database/unit-of-work";

/** Of the days $1 what person $2 has on them: a holiday where they work, leave of their own that is granted. */
export const daysOff = sql(
  "bookings.daysOff",
  `SELECT d.day::text AS date, h.name, COALESCE(h.translations, '{}') AS translations,
     EXISTS (SELECT FROM leave_request l JOIN request r ON r.tenant_id = l.tenant_id AND r.id = l.id
       WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND r.status = ANY('{approved,approved_by_manager}')
         AND l.start_date <= d.day AND l.end_date >= d.day) AS on_leave
   FROM app_user u CROSS JOIN unnest($1::date[]) AS d (day)
   LEFT JOIN LATERAL (SELECT o.name, o.translations FROM holiday o
     WHERE o.tenant_id = u.tenant_id AND o.date = d.day AND (o.location IS NULL OR o.location = u.location)
     ORDER BY o.half NULLS FIRST, o.location NULLS FIRST LIMIT 1) AS h ON true
   WHERE u.tenant_id = current_tenant() AND u.id = $2`,
);
