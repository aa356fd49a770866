import type { MigrationInterface, QueryRunner } from "typeorm";

/** A series keeps the day on which its last task was completed, so that planning again gives the same date. */
export class CompletionDaysOfSeries0076 implements MigrationInterface {
  name = "CompletionDaysOfSeries0000000000076";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The local day on which the last task was completed or withdrawn; null while it is open.
      ALTER TABLE task_series ADD COLUMN completed_on date;

      -- The day is that of the planned date, counted back.
      UPDATE task_series s SET completed_on = CASE s.unit
          WHEN 'day' THEN s.next_day - s.every
          WHEN 'week' THEN s.next_day - 7 * s.every
          WHEN 'month' THEN (s.next_day - make_interval(months => s.every))::date
          WHEN 'year' THEN (s.next_day - make_interval(years => s.every))::date
          ELSE (SELECT max(x.day) - 1 FROM (
              SELECT d.day::date AS day, count(*) FILTER (WHERE NOT extract(dow FROM d.day)::int = ANY(n.weekend)) OVER (ORDER BY d.day DESC) AS workdays
              FROM generate_series(s.next_day - 7 * s.every, s.next_day, interval '1 day') AS d (day)) AS x
            WHERE x.workdays = s.every)
        END
      FROM tenant n WHERE n.id = s.tenant_id AND s.basis = 'completion' AND s.next_day IS NOT NULL`);
  }

  async down(): Promise<void> {}
}
