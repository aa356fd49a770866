import { sql } from "../../platform/database/unit-of-work";

const personOf = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'fullname', ${alias}.fullname, 'image', ${alias}.image)`;
const select = `SELECT x.id, x.version, ${personOf("u")} AS user, ${personOf("a")} AS acting,
    lower(x.period)::text AS starts_on, (upper(x.period) - 1)::text AS ends_on
  FROM acting x JOIN app_user u ON u.tenant_id = x.tenant_id AND u.id = x.user_id
  JOIN app_user a ON a.tenant_id = x.tenant_id AND a.id = x.acting_id
  WHERE x.tenant_id = current_tenant()`;

export const selectActingOnDay = sql("acting.on", `${select} AND x.period @> $1::date ORDER BY x.user_id, x.id`);
export const selectActingAfterDay = sql(
  "acting.after",
  `${select} AND lower(x.period) > $1::date ORDER BY x.user_id, x.period, x.id`,
);
/** Reads period $1; ended periods are left out because they can't be changed. */
export const selectActingById = sql("acting.byId", `${select} AND x.id = $1 AND upper(x.period) > tenant_today()`);

export const selectActingOfUser = sql(
  "acting.of",
  `${select} AND $1 IN (x.user_id, x.acting_id) AND u.active AND a.active AND upper(x.period) > tenant_today()
     AND ($2 OR lower(x.period) <= tenant_today()) ORDER BY x.period, x.id`,
);

/** Whether $1 and $2 are active and not external, and whether the last day $3 isn't in the past. */
export const selectExistingActingUsers = sql(
  "acting.known",
  `SELECT EXISTS (SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active AND NOT external) AS user_id,
     EXISTS (SELECT FROM app_user WHERE tenant_id = current_tenant() AND id = $2 AND active AND NOT external) AS acting_id,
     $3::date >= tenant_today() AS lasts`,
);

export const countActing = sql(
  "acting.already",
  `SELECT count(*) FILTER (WHERE user_id = $1)::int AS user_id, count(*) FILTER (WHERE acting_id = $2)::int AS acting_id
   FROM acting WHERE tenant_id = current_tenant() AND (user_id = $1 OR acting_id = $2)
     AND upper(period) > tenant_today() AND id IS DISTINCT FROM $3`,
);

export const insertActing = sql(
  "acting.insert",
  `INSERT INTO acting (tenant_id, user_id, acting_id, period)
   VALUES (current_tenant(), $1, $2, daterange($3, $4, '[]')) RETURNING id`,
);
export const updateActing = sql(
  "acting.change",
  `UPDATE acting SET acting_id = $2, period = daterange($3, $4, '[]'), version = version + 1
   WHERE tenant_id = current_tenant() AND id = $1 AND version = COALESCE($5, version) RETURNING id`,
);

/** Periods that have begun end with yesterday as their last day; future ones are deleted. */
const ending = (condition: string) => `WITH never AS (
    DELETE FROM acting WHERE tenant_id = current_tenant() AND ${condition} AND lower(period) >= tenant_today() RETURNING user_id
  ), ended AS (
    UPDATE acting SET period = daterange(lower(period), tenant_today()), version = version + 1
    WHERE tenant_id = current_tenant() AND ${condition} AND lower(period) < tenant_today() AND upper(period) > tenant_today()
    RETURNING user_id
  ) SELECT user_id FROM never UNION SELECT user_id FROM ended`;
export const endActingPeriod = sql("acting.end", ending("id = $1"));
export const endActingOfPerson = sql("acting.endOf", ending("$1 IN (user_id, acting_id)"));

/** Marks periods whose start or end day was reached since the last announcement. A concurrent run waits for the row and finds the mark. */
const hasBegun = (day: string) => `announced_on < ${day} AND ${day} <= tenant_today()`;
export const claimActingAnnouncements = sql(
  "acting.announce",
  `WITH announced AS (
     UPDATE acting SET announced_on = tenant_today()
     WHERE tenant_id = current_tenant() AND (${hasBegun("lower(period)")} OR ${hasBegun("upper(period)")}) RETURNING user_id
   ) SELECT DISTINCT user_id FROM announced ORDER BY user_id`,
);
