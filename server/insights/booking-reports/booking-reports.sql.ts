import { sql } from "../../platform/database/unit-of-work";

/**
 * $1 and $2 days, $3 room, car or null for both, $4 building or null, $5 decimals of amounts. A booking belongs to the day on which it
 * begins in its location's time zone, and costs its hours at the current rate.
 */
const bookable = `bookable AS MATERIALIZED (
     SELECT 'room' AS type, r.id, r.id AS key, r.name, COALESCE(h.time_zone, t.time_zone) AS tz, r.opens_at, r.closes_at, r.open_days, t.weekend,
       concat_ws(', ', h.name, h.address) AS place, r.hourly_rate AS rate, r.check_in_minutes, r.created_at, r.deleted_at
     FROM room r JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id JOIN tenant t ON t.id = r.tenant_id
     WHERE r.tenant_id = current_tenant() AND COALESCE($3, 'room') = 'room' AND ($4::bigint IS NULL OR r.building_id = $4)
     UNION ALL
     SELECT 'car', c.id, -c.id, c.name || ' ' || c.plate_number, t.time_zone, NULL, NULL, '{1,2,3,4,5,6,7}', t.weekend, NULL, c.hourly_rate, NULL,
       c.created_at, c.deleted_at
     FROM car c JOIN tenant t ON t.id = c.tenant_id
     WHERE c.tenant_id = current_tenant() AND COALESCE($3, 'car') = 'car' AND $4::bigint IS NULL
   )`;

const day = "(b.starts_at AT TIME ZONE o.tz)::date";
const instant = (date: string) => `((${date})::timestamp AT TIME ZONE 'UTC')`;
/** Approved bookings of the period, found by start with a day of margin for time zones. Only starts near either end need the local date. */
// The key already implies the type, but with both conditions PostgreSQL expects few rows and hashes them; sorting takes twice as long.
const booked = `booking b JOIN bookable o ON o.type = b.bookable_type AND o.key = COALESCE(b.room_id, -b.car_id)`;
const inPeriod = `b.tenant_id = current_tenant() AND b.status = 'approved'
       AND b.starts_at >= ${instant("$1::date - 1")} AND b.starts_at < ${instant("$2::date + 2")}
       AND (b.starts_at BETWEEN ${instant("$1::date + 1")} AND ${instant("$2::date")} OR ${day} BETWEEN $1::date AND $2::date)`;
const length = "b.ends_at - b.starts_at";
const noShow = "b.released_at IS NOT NULL AND b.checked_in_at IS NULL";
const expected =
  "b.released_at IS NOT NULL OR b.checked_in_at IS NOT NULL OR (o.check_in_minutes IS NOT NULL AND b.starts_at <= now())";
const minutesOf = (time: string) => `round(extract(epoch FROM ${time}) / 60)::int`;
const costOf = (minutes: string, rate: string) => `round(${minutes} * ${rate} / 60, $5::int)`;

/**
 * Bookable time: the opening hours, or 8:00 to 18:00 on working days for resources without opening hours, during the resource's lifetime,
 * minus holidays of its location and downtime. A booking older than the resource's creation extends its lifetime.
 */
const open = `days AS MATERIALIZED (
     SELECT d::date AS day, extract(isodow FROM d)::int AS iso, extract(dow FROM d)::smallint AS dow
     FROM generate_series($1::date, $2::date + 1, interval '1 day') d
   ), off AS MATERIALIZED (
     SELECT h.date, h.location_key AS location, LEAST(1, sum(CASE WHEN h.half IS NULL THEN 1 ELSE 0.5 END)) AS share FROM holiday h
     WHERE h.tenant_id = current_tenant() AND h.date BETWEEN $1::date AND $2::date GROUP BY 1, 2
   ), away AS MATERIALIZED (
     SELECT CASE WHEN a.room_id IS NULL THEN 'car' ELSE 'room' END AS type, COALESCE(a.room_id, a.car_id) AS id,
       range_agg(tstzrange(a.starts_at, a.ends_at)) AS times
     FROM outage a WHERE a.tenant_id = current_tenant() AND COALESCE(a.room_id, a.car_id) IS NOT NULL
       AND a.starts_at < ${instant("$2::date + 2")} AND a.ends_at > ${instant("$1::date - 1")} GROUP BY 1, 2
   ), existing AS MATERIALIZED (
     SELECT o.type, o.id, o.open_days, o.opens_at IS NOT NULL AS own_hours, o.weekend,
       COALESCE(o.opens_at, '08:00') AS opens_at, COALESCE(o.closes_at, '18:00') AS closes_at,
       ARRAY(SELECT DISTINCT location FROM off WHERE position(location IN fold(o.place)) > 0 ORDER BY 1) AS holidays,
       tsmultirange(tsrange(p.since, GREATEST(p.since, p.until))) - COALESCE((
         SELECT range_agg(tsrange(lower(t) AT TIME ZONE o.tz, upper(t) AT TIME ZONE o.tz)) FROM unnest(away.times) t), '{}') AS times
     FROM bookable o LEFT JOIN (SELECT type, id, min(first_at) AS first_at FROM of_resource GROUP BY 1, 2) s USING (type, id)
       LEFT JOIN away USING (type, id)
       CROSS JOIN LATERAL (SELECT GREATEST($1::date, LEAST(o.created_at, s.first_at) AT TIME ZONE o.tz) AS since,
         LEAST($2::date + 1, COALESCE(o.deleted_at, 'infinity') AT TIME ZONE o.tz) AS until) p
   ), pattern AS MATERIALIZED (
     SELECT row_number() OVER () AS pattern, d.*
     FROM (SELECT DISTINCT open_days, own_hours, weekend, opens_at, closes_at, holidays FROM existing) d
   ), pattern_days AS MATERIALIZED (
     SELECT p.pattern, d.day, w.length, w.share,
       COALESCE(sum(w.length * w.share) OVER (PARTITION BY p.pattern ORDER BY d.day
         ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
     FROM pattern p CROSS JOIN days d CROSS JOIN LATERAL (SELECT extract(epoch FROM p.closes_at - p.opens_at) / 60 AS length,
       CASE WHEN d.iso = ANY (p.open_days) AND (p.own_hours OR NOT d.dow = ANY (p.weekend)) THEN 1 - LEAST(1, COALESCE((
         SELECT sum(share) FROM off
         WHERE off.date = d.day AND (off.location IS NULL OR off.location = ANY (p.holidays))), 0)) ELSE 0 END AS share) w
   ), whole_pattern AS MATERIALIZED (
     -- One row each: joined to the days, every stretch would be compared with all of them.
     SELECT pattern, max(length) AS length, array_agg(before ORDER BY day) AS before, array_agg(share ORDER BY day) AS shares
     FROM pattern_days GROUP BY 1
   ), open_times AS (
     -- Minutes up to the end of each stretch, less those up to its beginning: what is the same for many is added up once.
     SELECT e.type, e.id, round(sum(b.sign * (d.before[b.day]
       + d.shares[b.day] * GREATEST(0, LEAST(d.length, extract(epoch FROM b.at::time - p.opens_at) / 60)))))::int AS minutes
     FROM existing e JOIN pattern p USING (open_days, own_hours, weekend, opens_at, closes_at, holidays)
       JOIN whole_pattern d USING (pattern)
       CROSS JOIN LATERAL unnest(e.times) AS t (stretch)
       CROSS JOIN LATERAL (SELECT at, sign, at::date - $1::date + 1 AS day
         FROM (VALUES (upper(t.stretch), 1), (lower(t.stretch), -1)) AS v (at, sign)) b
     GROUP BY 1, 2
   )`;

/** Bookings of equal length in one resource cost the same, so grouped rows multiply cost by count. */
const resources = `${open}, resources AS (
     SELECT o.type, o.id, o.name, COALESCE(s.count, 0) AS count, COALESCE(s.minutes, 0) AS minutes,
       COALESCE(s.no_shows, 0) AS no_shows, COALESCE(s.expected, 0) AS expected, s.cost,
       COALESCE(open_times.minutes, 0) AS open_minutes
     FROM bookable o LEFT JOIN open_times USING (type, id) LEFT JOIN (
       SELECT u.type, u.id, sum(u.count)::int AS count, sum(u.count * u.minutes)::int AS minutes,
         sum(u.count) FILTER (WHERE u.no_show)::int AS no_shows, sum(u.count) FILTER (WHERE u.expected)::int AS expected,
         sum(u.count * ${costOf("u.minutes", "r.rate")})::text AS cost
       FROM (SELECT *, ${minutesOf("length")} AS minutes FROM of_resource) u JOIN bookable r USING (type, id) GROUP BY 1, 2
     ) s ON s.type = o.type AND s.id = o.id
     WHERE o.deleted_at IS NULL OR s.count > 0 ORDER BY 5 DESC, o.type DESC, o.name COLLATE reader, o.id
   )`;
const ofResource = `o.key, ${length}, ${noShow}, ${expected}`;

export const selectReportParameters = sql(
  "bookingReports.facts",
  `SELECT tenant_today()::text AS today,
     (SELECT f.currency FROM finance_settings f WHERE f.tenant_id = current_tenant()) AS currency,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name COLLATE reader, id) FROM building
       WHERE tenant_id = current_tenant() AND deleted_at IS NULL), '[]') AS buildings`,
);

export const selectUsageByResource = sql(
  "bookingReports.byResource",
  `WITH ${bookable}, counted AS MATERIALIZED (
     SELECT o.key, ${length} AS length, ${noShow} AS no_show, ${expected} AS expected, count(*) AS count,
       min(b.starts_at) AS first_at
     FROM ${booked} WHERE ${inPeriod} GROUP BY ${ofResource}
   ), of_resource AS (SELECT o.type, o.id, c.* FROM counted c JOIN bookable o USING (key)), ${resources}
   SELECT * FROM resources`,
);

const ofPerson = `b.requester_id, ${day}, ${length}, o.rate`;
const micros = (at: string) => `(extract(epoch FROM ${at}) * 1000000)::bigint`;
/** Builds parallel arrays of start and end instants and their counts per time zone. */
const timesIn = (from: string, ...columns: string[]) =>
  `COALESCE((SELECT json_object_agg(tz, json_build_object(${columns.map((at) => `'${at}', times_${at}`).join(", ")}, 'count', counts))
       FROM (SELECT tz, ${columns.map((at) => `json_agg(${micros(at)}) AS times_${at}`).join(", ")}, json_agg(count) AS counts
         FROM ${from} s GROUP BY tz) s), '{}')`;
const countedBy = (column: string) => `(SELECT tz, ${column}, sum(count)::int AS count FROM of_time GROUP BY 1, 2)`;
const longTimes = `(SELECT tz, starts_at AS long_from, ends_at AS long_until, count FROM of_time WHERE ends_at - starts_at > interval '6 days')`;
/**
 * Local hours per time zone, from a day before the period to the end of the longest booking that begins in it. A repeated hour starts at
 * its second occurrence or at the clock change; a skipped hour has no length.
 */
const hours = `hours AS MATERIALIZED (
     SELECT z.tz, h, h AT TIME ZONE z.tz AS since FROM (SELECT DISTINCT tz FROM bookable) z
       CROSS JOIN generate_series($1::date - interval '1 day', $2::date + interval '33 days', interval '1 hour') h
   )`;
/** All parts of the report in one statement: bookings are read once and counted with grouping sets. */
export const selectBookingReport = sql(
  "bookingReports.whole",
  `WITH ${bookable}, counted AS MATERIALIZED (
     SELECT GROUPING(o.key, b.requester_id, b.starts_at) AS set, o.key, ${length} AS length, ${noShow} AS no_show,
       ${expected} AS expected, b.requester_id, ${day} AS day, o.rate, o.tz, b.starts_at, b.ends_at, count(*) AS count,
       min(b.starts_at) AS first_at
     FROM ${booked} WHERE ${inPeriod}
     GROUP BY GROUPING SETS ((${ofResource}), (${ofPerson}), (o.tz, b.starts_at, b.ends_at))
   ),
   of_resource AS (
     SELECT o.type, o.id, c.length, c.no_show, c.expected, c.count, c.first_at FROM counted c JOIN bookable o USING (key) WHERE c.set = 3
   ), of_time AS (SELECT tz, starts_at, ends_at, count FROM counted WHERE set = 6), ${resources},
   departments AS (
     SELECT e.department_id AS id, max(COALESCE(d.name, e.department)) AS name, sum(p.count)::int AS count,
       sum(p.count * p.minutes)::int AS minutes, sum(p.count * ${costOf("p.minutes", "p.rate")}) AS cost
     FROM (SELECT *, ${minutesOf("length")} AS minutes FROM counted WHERE set = 5) p
       LEFT JOIN employment e ON e.tenant_id = current_tenant() AND e.user_id = p.requester_id AND e.period @> p.day
       LEFT JOIN department d ON d.tenant_id = e.tenant_id AND d.id = e.department_id
     GROUP BY 1 ORDER BY 5 DESC NULLS LAST, 4 DESC, 1
   ), ${hours}
   SELECT COALESCE((SELECT json_agg(r) FROM resources r), '[]') AS resources,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name, 'count', count, 'minutes', minutes, 'cost', cost::text))
       FROM departments), '[]') AS departments,
     COALESCE((SELECT json_object_agg(tz, clock) FROM (SELECT tz, json_build_object('since', json_agg(${micros("since")} ORDER BY since, h),
       'of_week', json_agg((extract(isodow FROM h) - 1) * 24 + extract(hour FROM h) ORDER BY since, h)) AS clock
       FROM hours GROUP BY tz) s), '{}') AS clocks,
     ${timesIn(countedBy("starts_at"), "starts_at")} AS begun, ${timesIn(countedBy("ends_at"), "ends_at")} AS ended,
     ${timesIn(longTimes, "long_from", "long_until")} AS long`,
);

/**
 * Page of the bookings behind a figure. $1 to $5 as in `bookable`, $6 resource, $7 department (0: none), $8 only no-shows, $9 only with a
 * rate, $10 weekday, $11 hour, $12 and $13 page.
 */
export const selectBookingsForReport = sql(
  "bookingReports.bookings",
  `WITH ${bookable}, ${hours}, asked AS MATERIALIZED (
     SELECT tz, since, until FROM (SELECT tz, h, since, lead(since) OVER (PARTITION BY tz ORDER BY since, h) AS until FROM hours) c
     WHERE extract(isodow FROM h) = $10::int AND extract(hour FROM h) = $11::int AND until > since
   ),
   used AS (
     SELECT b.id, b.title, b.private, b.requester_id, o.type, o.id AS bookable_id, o.name, o.tz, b.starts_at, b.ends_at,
       b.starts_at AT TIME ZONE o.tz AS here, m.minutes, ${noShow} AS no_show, e.department_id,
       COALESCE(d.name, e.department) AS department, ${costOf("m.minutes", "o.rate")} AS cost
     FROM ${booked} CROSS JOIN LATERAL (SELECT ${minutesOf(length)} AS minutes) m
       LEFT JOIN employment e ON e.tenant_id = b.tenant_id AND e.user_id = b.requester_id AND e.period @> ${day}
       LEFT JOIN department d ON d.tenant_id = e.tenant_id AND d.id = e.department_id
     WHERE ${inPeriod}
   )
   SELECT u.id, json_build_object('type', u.type, 'id', u.bookable_id, 'name', u.name) AS bookable, u.here::date::text AS day,
     to_char(u.here, 'HH24:MI') AS from, CASE WHEN l.last::time + interval '1 microsecond' = '00:00' THEN '24:00' ELSE to_char(u.ends_at AT TIME ZONE u.tz, 'HH24:MI') END AS until,
     l.last::date::text AS last_day, u.starts_at, u.ends_at, u.tz AS time_zone, u.minutes, u.title, u.private,
     u.requester_id, p.fullname AS requester, u.department, u.no_show, u.cost::text AS cost, count(*) OVER ()::int AS total
   FROM used u LEFT JOIN app_user p ON p.tenant_id = current_tenant() AND p.id = u.requester_id
     CROSS JOIN LATERAL (SELECT (u.ends_at - interval '1 microsecond') AT TIME ZONE u.tz AS last) AS l
   WHERE ($6::bigint IS NULL OR u.bookable_id = $6) AND ($7::bigint IS NULL OR COALESCE(u.department_id, 0) = $7)
     AND (NOT $8::boolean OR u.no_show) AND (NOT $9::boolean OR u.cost IS NOT NULL)
     AND ($10::int IS NULL OR EXISTS (SELECT FROM asked h WHERE h.tz = u.tz AND h.since < u.ends_at AND h.until > u.starts_at))
   ORDER BY u.starts_at DESC, u.id DESC LIMIT $12 OFFSET $13`,
);
