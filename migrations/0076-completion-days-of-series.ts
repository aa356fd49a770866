import type { MigrationInterface, QueryRunner } from "typeorm";

/** A series keeps the day on which its last task was completed, so that planning again gives the same date. */
export class CompletionDaysOfSeries0076 implements MigrationInterface {
  name = "CompletionDaysOfSeries0000000000076";

  async up(runner: QueryRunner): Promise<void> {
    const tables = ["task_series", "task", "task_status", "app_user", "tenant"];
    const setRowSecurity = (force: string) =>
      runner.query(tables.map((table) => `ALTER TABLE ${table} ${force} ROW LEVEL SECURITY`).join("; "));
    await setRowSecurity("NO FORCE");
    await runner.query(`
      -- The local day on which the last task was completed or withdrawn; null while it is open.
      ALTER TABLE task_series ADD COLUMN completed_on date;

      -- The day is that of the planned date, counted back. It stays null if counting from it would give another date, as after a skipped one.
      UPDATE task_series s SET completed_on = x.day
      FROM (SELECT r.tenant_id, r.id, (now() AT TIME ZONE COALESCE(o.time_zone, n.time_zone))::date AS today, CASE r.unit
            WHEN 'day' THEN r.next_day - r.every
            WHEN 'week' THEN r.next_day - 7 * r.every
            WHEN 'month' THEN (r.next_day - make_interval(months => r.every))::date
            WHEN 'year' THEN (r.next_day - make_interval(years => r.every))::date
            ELSE (SELECT max(w.day) - 1 FROM (
                SELECT d.day::date AS day, count(*) FILTER (WHERE NOT extract(dow FROM d.day)::int = ANY(n.weekend)) OVER (ORDER BY d.day DESC) AS workdays
                FROM generate_series(r.next_day - 7 * r.every, r.next_day, interval '1 day') AS d (day)) AS w
              WHERE w.workdays = r.every)
          END AS day
        FROM task_series r JOIN tenant n ON n.id = r.tenant_id LEFT JOIN app_user o ON o.tenant_id = r.tenant_id AND o.id = r.owner_id
        WHERE r.basis = 'completion' AND r.next_day IS NOT NULL) AS x
      WHERE s.tenant_id = x.tenant_id AND s.id = x.id AND x.day <= x.today
        AND s.next_day = CASE s.unit
          WHEN 'month' THEN (x.day + make_interval(months => s.every))::date
          WHEN 'year' THEN (x.day + make_interval(years => s.every))::date
          ELSE s.next_day END
        -- Its next completion counts if the last task was reopened.
        AND NOT EXISTS (SELECT FROM task t JOIN task_status c ON c.tenant_id = t.tenant_id AND c.id = t.task_status_id
          WHERE t.tenant_id = s.tenant_id AND t.id = s.last_task_id AND t.project_id = s.project_id AND t.archived_at IS NULL
            AND t.progress < 100 AND c.kind <> 'done')`);
    await setRowSecurity("FORCE");
  }

  async down(): Promise<void> {}
}
