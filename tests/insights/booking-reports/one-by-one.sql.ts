import { sql } from "../../../server/platform/database/unit-of-work";

/**
 * Reference implementation of the report, without optimization: each part reads all bookings and goes through the hours of each. $1 and $2
 * first and last day, $3 room, car or null for both, $4 building id or null, $5 decimals of amounts.
 */
const used = `bookable AS (
     SELECT 'room' AS type, r.id, r.name, COALESCE(h.time_zone, t.time_zone) AS tz, r.opens_at, r.closes_at, r.open_days, t.weekend,
       r.hourly_rate AS rate, r.check_in_minutes, r.deleted_at
     FROM room r JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id JOIN tenant t ON t.id = r.tenant_id
     WHERE r.tenant_id = current_tenant() AND COALESCE($3, 'room') = 'room' AND ($4::bigint IS NULL OR r.building_id = $4)
     UNION ALL
     SELECT 'car', c.id, c.name || ' ' || c.plate_number, t.time_zone, NULL, NULL, '{1,2,3,4,5,6,7}', t.weekend, c.hourly_rate, NULL,
       c.deleted_at
     FROM car c JOIN tenant t ON t.id = c.tenant_id
     WHERE c.tenant_id = current_tenant() AND COALESCE($3, 'car') = 'car' AND $4::bigint IS NULL
   ),
   used AS (
     SELECT b.id, b.title, b.private, b.requester_id, o.type, o.id AS bookable_id, o.name, o.tz, b.starts_at, b.ends_at,
       b.starts_at AT TIME ZONE o.tz AS here, m.minutes,
       b.released_at IS NOT NULL AND b.checked_in_at IS NULL AS no_show,
       b.released_at IS NOT NULL OR b.checked_in_at IS NOT NULL OR (o.check_in_minutes IS NOT NULL AND b.starts_at <= now())
         AS expected,
       e.department_id, COALESCE(d.name, e.department) AS department, round(m.minutes * o.rate / 60, $5::int) AS cost
     FROM booking b JOIN bookable o ON o.type = b.bookable_type AND o.id = COALESCE(b.room_id, b.car_id)
       CROSS JOIN LATERAL (SELECT round(extract(epoch FROM b.ends_at - b.starts_at) / 60)::int AS minutes) m
       LEFT JOIN employment e ON e.tenant_id = b.tenant_id AND e.user_id = b.requester_id
         AND e.period @> (b.starts_at AT TIME ZONE o.tz)::date
       LEFT JOIN department d ON d.tenant_id = e.tenant_id AND d.id = e.department_id
     WHERE b.tenant_id = current_tenant() AND b.status = 'approved'
       -- One day on either side covers every time zone.
       AND b.starts_at >= ($1::date - 1)::timestamp AT TIME ZONE 'UTC' AND b.starts_at < ($2::date + 2)::timestamp AT TIME ZONE 'UTC'
       AND (b.starts_at AT TIME ZONE o.tz)::date BETWEEN $1::date AND $2::date
   )`;

/**
 * Splits a booking `u` by local hours. Each moment belongs to one part, also on days with clock changes, when an hour occurs twice or not
 * at all.
 */
const parts = `SELECT extract(isodow FROM h)::int AS weekday, extract(hour FROM h)::int AS hour,
     extract(epoch FROM p.until - p.since) / 60 AS minutes
   FROM generate_series(date_trunc('hour', u.starts_at AT TIME ZONE u.tz) - interval '1 hour',
       (u.ends_at AT TIME ZONE u.tz) + interval '1 hour', interval '1 hour') h
     CROSS JOIN LATERAL (SELECT GREATEST(u.starts_at, h AT TIME ZONE u.tz) AS since,
       LEAST(u.ends_at, (h + interval '1 hour') AT TIME ZONE u.tz) AS until) p
   WHERE p.until > p.since`;

export const selectUsageByResource = sql(
  "test.report.byResource",
  `WITH ${used}, days AS (
     SELECT extract(isodow FROM d)::int AS iso, extract(dow FROM d)::smallint AS dow, count(*)::int AS days
     FROM generate_series($1::date, $2::date, interval '1 day') d GROUP BY 1, 2
   ), sums AS (
     SELECT type, bookable_id, count(*)::int AS count, sum(minutes)::int AS minutes,
       count(*) FILTER (WHERE no_show)::int AS no_shows, count(*) FILTER (WHERE expected)::int AS expected, sum(cost)::text AS cost
     FROM used GROUP BY 1, 2
   )
   SELECT o.type, o.id::int, o.name, COALESCE(s.count, 0) AS count, COALESCE(s.minutes, 0) AS minutes,
     COALESCE(s.no_shows, 0) AS no_shows, COALESCE(s.expected, 0) AS expected, s.cost,
     (SELECT COALESCE(sum(d.days), 0) FROM days d
        WHERE d.iso = ANY (o.open_days) AND (o.opens_at IS NOT NULL OR NOT d.dow = ANY (o.weekend)))::int
       * COALESCE(extract(epoch FROM o.closes_at - o.opens_at) / 60, 600)::int AS open_minutes
   FROM bookable o LEFT JOIN sums s ON s.type = o.type AND s.bookable_id = o.id
   WHERE o.deleted_at IS NULL OR s.count > 0 ORDER BY 5 DESC, o.type DESC, o.name COLLATE reader, o.id`,
);

export const selectUsageByHour = sql(
  "test.report.byHour",
  `WITH ${used}
   SELECT p.weekday, p.hour, round(sum(p.minutes))::int AS minutes, count(DISTINCT u.id)::int AS count
   FROM used u CROSS JOIN LATERAL (${parts}) p GROUP BY 1, 2 ORDER BY 1, 2`,
);

export const selectUsageByDepartment = sql(
  "test.report.byDepartment",
  `WITH ${used}
   SELECT department_id AS id, max(department) AS name, count(*)::int AS count, sum(minutes)::int AS minutes, sum(cost)::text AS cost
   FROM used GROUP BY 1 ORDER BY sum(cost) DESC NULLS LAST, 4 DESC, 1`,
);
