/**
 * SQL: employments of a user before the present or last one, as JSON of `EmploymentPeriod`, first to last. `of` is the alias of `app_user`;
 * `employment` contains a row for each version, and versions without a gap are one employment.
 */
export const earlierEmploymentsJson = (of: string) =>
  `COALESCE((SELECT json_agg(json_build_object('joined', lower(one)::text, 'left', (upper(one) - 1)::text) ORDER BY one)
     FROM (SELECT range_agg(e.period) AS all_of FROM employment e WHERE e.tenant_id = ${of}.tenant_id AND e.user_id = ${of}.id) AS had,
       unnest(had.all_of) AS one WHERE upper(one) <= ${of}.joined_on), '[]')`;
