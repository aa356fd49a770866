import { sql } from "../platform/database/unit-of-work";

/**
 * $1 and $2 days, $3 room, car or null for both, $4 a building or null, $5 how many decimals amounts have. A booking belongs
 * to the day on which it begins by the clocks where it stands, and costs what its hours cost today.
 */
const bookable = `bookable AS MATERIALIZED (
     SELECT 'room' AS type, r.id, r.name, COALESCE(h.time_zone, t.time_zone) AS tz, r.opens_at, r.closes_at, r.open_days, t.weekend,
       r.hourly_rate AS rate, r.check_in_minutes, r.deleted_at
     FROM room r JOIN building h ON h.tenant_id = r.tenant_id AND h.id = r.building_id JOIN tenant t ON t.id = r.tenant_id
     WHERE r.tenant_id = current_tenant() AND COALESCE($3, 'room') = 'room' AND ($4::bigint IS NULL OR r.building_id = $4)
     UNION ALL
     SELECT 'car', c.id, c.name || ' ' || c.plate_number, t.time_zone, NULL, NULL, '{1,2,3,4,5,6,7}', t.weekend, c.hourly_rate, NULL,
       c.deleted_at
     FROM car c JOIN tenant t ON t.id = c.tenant_id
     WHERE c.tenant_id = current_tenant() AND COALESCE($3, 'car') = 'car' AND $4::bigint IS NULL
   )`;

const day = "(b.starts_at AT TIME ZONE o.tz)::date";
const instant = (date: string) => `((${date})::timestamp AT TIME ZONE 'UTC')`;
/**
 * Approved bookings of the period, found by their beginning (decision 201), a day to either side of any clock's day. What begins
 * well within it needs no look at the clock.
 */
const booked = `booking b JOIN bookable o ON o.type = b.bookable_type AND o.id = COALESCE(b.room_id, b.car_id)`;
const inPeriod = `b.tenant_id = current_tenant() AND b.status = 'approved'
       AND b.starts_at >= ${instant("$1::date - 1")} AND b.starts_at < ${instant("$2::date + 2")}
       AND (b.starts_at BETWEEN ${instant("$1::date + 1")} AND ${instant("$2::date")} OR ${day} BETWEEN $1::date AND $2::date)`;
const length = "b.ends_at - b.starts_at";
const noShow = "b.released_at IS NOT NULL AND b.checked_in_at IS NULL";
const expected =
  "b.released_at IS NOT NULL OR b.checked_in_at IS NOT NULL OR (o.check_in_minutes IS NOT NULL AND b.starts_at <= now())";
const minutesOf = (time: string) => `round(extract(epoch FROM ${time}) / 60)::int`;
const costOf = (minutes: string, rate: string) => `round(${minutes} * ${rate} / 60, $5::int)`;

/** Bookings of one length in one room or car cost the same each: what is counted together is taken times its count. */
const resources = `days AS MATERIALIZED (
     SELECT extract(isodow FROM d)::int AS iso, extract(dow FROM d)::smallint AS dow, count(*)::int AS days
     FROM generate_series($1::date, $2::date, interval '1 day') d GROUP BY 1, 2
   ), resources AS (
     -- Where no opening hours are set, from eight to six on the organisation's working days.
     SELECT o.type, o.id, o.name, COALESCE(s.count, 0) AS count, COALESCE(s.minutes, 0) AS minutes,
       COALESCE(s.no_shows, 0) AS no_shows, COALESCE(s.expected, 0) AS expected, s.cost,
       (SELECT COALESCE(sum(d.days), 0) FROM days d
          WHERE d.iso = ANY (o.open_days) AND (o.opens_at IS NOT NULL OR NOT d.dow = ANY (o.weekend)))::int
         * COALESCE(extract(epoch FROM o.closes_at - o.opens_at) / 60, 600)::int AS open_minutes
     FROM bookable o LEFT JOIN (
       SELECT u.type, u.id, sum(u.count)::int AS count, sum(u.count * u.minutes)::int AS minutes,
         sum(u.count) FILTER (WHERE u.no_show)::int AS no_shows, sum(u.count) FILTER (WHERE u.expected)::int AS expected,
         sum(u.count * ${costOf("u.minutes", "r.rate")})::text AS cost
       FROM (SELECT *, ${minutesOf("length")} AS minutes FROM of_resource) u JOIN bookable r USING (type, id) GROUP BY 1, 2
     ) s ON s.type = o.type AND s.id = o.id
     WHERE o.deleted_at IS NULL OR s.count > 0 ORDER BY 5 DESC, o.type DESC, lower(o.name), o.id
   )`;
const ofResource = `o.type, o.id, ${length}, ${noShow}, ${expected}`;

export const facts = sql(
  "bookingReports.facts",
  `SELECT tenant_today()::text AS today,
     (SELECT f.currency FROM finance_settings f WHERE f.tenant_id = current_tenant()) AS currency,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY lower(name), id) FROM building
       WHERE tenant_id = current_tenant() AND deleted_at IS NULL), '[]') AS buildings`,
);

/** Of a period that another is compared with. */
export const byResource = sql(
  "bookingReports.byResource",
  `WITH ${bookable}, of_resource AS (
     SELECT o.type, o.id, ${length} AS length, ${noShow} AS no_show, ${expected} AS expected, count(*) AS count
     FROM ${booked} WHERE ${inPeriod} GROUP BY ${ofResource}
   ), ${resources}
   SELECT * FROM resources`,
);

const ofPerson = `b.requester_id, ${day}, ${length}, o.rate`;
const isLong = `${length} > interval '6 days'`;
const ofLong = `o.tz, CASE WHEN ${isLong} THEN b.starts_at END, CASE WHEN ${isLong} THEN b.ends_at END`;
const micros = (at: string) => `(extract(epoch FROM ${at}) * 1000000)::bigint`;
/** When so many of them begin or end (or, of long ones, are), time zone by time zone: a list for each column. */
const timesIn = (set: number, ...columns: string[]) =>
  `COALESCE((SELECT json_object_agg(tz, json_build_object(${columns.map((at) => `'${at}', times_${at}`).join(", ")}, 'count', counts))
       FROM (SELECT tz, ${columns.map((at) => `json_agg(${micros(at)}) AS times_${at}`).join(", ")}, json_agg(count) AS counts
         FROM counted WHERE set = ${set} AND ${columns[0]} IS NOT NULL GROUP BY tz) s), '{}')`;
/**
 * The hours of the clock in each time zone, from a day before the period to the end of the longest booking that begins in it.
 * An hour that is said twice begins the second time, or where the clock is put; one that isn't said has no length.
 */
const hours = `hours AS MATERIALIZED (
     SELECT z.tz, h, h AT TIME ZONE z.tz AS since FROM (SELECT DISTINCT tz FROM bookable) z
       CROSS JOIN generate_series($1::date - interval '1 day', $2::date + interval '33 days', interval '1 hour') h
   )`;
/** All parts of the report: the bookings are read once and counted by what each part asks of them. */
export const wholeReport = sql(
  "bookingReports.whole",
  `WITH ${bookable}, counted AS MATERIALIZED (
     SELECT GROUPING(o.id, b.requester_id, b.starts_at, b.ends_at) AS set, o.type, o.id, ${length} AS length, ${noShow} AS no_show,
       ${expected} AS expected, b.requester_id, ${day} AS day, o.rate, o.tz, b.starts_at, b.ends_at,
       CASE WHEN ${isLong} THEN b.starts_at END AS long_from, CASE WHEN ${isLong} THEN b.ends_at END AS long_until, count(*) AS count
     FROM ${booked} WHERE ${inPeriod}
     GROUP BY GROUPING SETS ((${ofResource}), (${ofPerson}), (o.tz, b.starts_at), (o.tz, b.ends_at), (${ofLong}))
   ),
   of_resource AS (SELECT * FROM counted WHERE set = 7), ${resources},
   departments AS (
     SELECT e.department_id AS id, max(COALESCE(d.name, e.department)) AS name, sum(p.count)::int AS count,
       sum(p.count * p.minutes)::int AS minutes, sum(p.count * ${costOf("p.minutes", "p.rate")}) AS cost
     FROM (SELECT *, ${minutesOf("length")} AS minutes FROM counted WHERE set = 11) p
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
     ${timesIn(13, "starts_at")} AS begun, ${timesIn(14, "ends_at")} AS ended, ${timesIn(15, "long_from", "long_until")} AS long`,
);

/** $6 a room or car, $7 a department (0: none), $8 no-shows alone, $9 with a rate alone, $10 and $11 an hour of the week; $12, $13 a page. */
export const bookings = sql(
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
     to_char(u.here, 'HH24:MI') AS from, to_char(u.ends_at AT TIME ZONE u.tz, 'HH24:MI') AS until, u.minutes, u.title, u.private,
     u.requester_id, p.fullname AS requester, u.department, u.no_show, u.cost::text AS cost, count(*) OVER ()::int AS total
   FROM used u JOIN app_user p ON p.tenant_id = current_tenant() AND p.id = u.requester_id
   WHERE ($6::bigint IS NULL OR u.bookable_id = $6) AND ($7::bigint IS NULL OR COALESCE(u.department_id, 0) = $7)
     AND (NOT $8::boolean OR u.no_show) AND (NOT $9::boolean OR u.cost IS NOT NULL)
     AND ($10::int IS NULL OR EXISTS (SELECT FROM asked h WHERE h.tz = u.tz AND h.since < u.ends_at AND h.until > u.starts_at))
   ORDER BY u.starts_at DESC, u.id DESC LIMIT $12 OFFSET $13`,
);
