import type { MigrationInterface, QueryRunner } from "typeorm";

const tables = ["tenant", "app_user", "building", "booking_series"];

/**
 * A time zone is one that PostgreSQL can reckon with: Node.js knows a few more, and one person's, saved, made each statement fail that
 * asks for the hour of several people (reminders, digests) or of the organisation.
 */
export class TimeZonesThatAreKnown0310 implements MigrationInterface {
  name = "TimeZonesThatAreKnown0000000000310";

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      // Their own are asked for again at the next sign-in; buildings have the organisation's.
      const instead = table === "tenant" || table === "booking_series" ? "'UTC'" : "NULL";
      await runner.query(`
        UPDATE ${table} SET time_zone = ${instead} WHERE time_zone IS NOT NULL
          AND lower(time_zone) NOT IN (SELECT lower(name) FROM pg_timezone_names);
        ALTER TABLE ${table} ADD CONSTRAINT ${table}_time_zone_known
          CHECK ((timestamptz '2026-01-01 00:00:00+00' AT TIME ZONE time_zone) IS NOT NULL OR time_zone IS NULL)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_time_zone_known`);
  }
}
