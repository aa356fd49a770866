import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What lies over a time is found by its beginning. `&&` isn't leakproof, so under row-level security it is never an index
 * condition: a question about one hour read every slot that a room ever had. Comparisons of instants are. A beginning alone
 * finds what lasts a day at most; the few that last longer are in the index apart
 * (docs/decisions/0201-overlaps-are-found-by-their-beginning.md).
 */
export class OverlapByTime0201 implements MigrationInterface {
  name = "OverlapByTime0000000000201";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE occupied_slot
        ADD COLUMN starts_at timestamptz GENERATED ALWAYS AS (lower(during)) STORED NOT NULL,
        ADD COLUMN ends_at timestamptz GENERATED ALWAYS AS (upper(during)) STORED NOT NULL,
        ADD COLUMN over_a_day boolean GENERATED ALWAYS AS (upper(during) - lower(during) > interval '1 day') STORED NOT NULL;
      CREATE INDEX occupied_slot_room_at ON occupied_slot (tenant_id, room_id, over_a_day, starts_at) INCLUDE (ends_at)
        WHERE room_id IS NOT NULL;
      CREATE INDEX occupied_slot_car_at ON occupied_slot (tenant_id, car_id, over_a_day, starts_at) INCLUDE (ends_at)
        WHERE car_id IS NOT NULL;
      CREATE INDEX occupied_slot_driver_at ON occupied_slot (tenant_id, driver_id, over_a_day, starts_at) INCLUDE (ends_at)
        WHERE driver_id IS NOT NULL;

      ALTER TABLE booking
        ADD COLUMN over_a_day boolean GENERATED ALWAYS AS (ends_at - starts_at > interval '1 day') STORED NOT NULL,
        ADD CONSTRAINT booking_a_month_at_most CHECK (ends_at - starts_at <= interval '31 days');
      CREATE INDEX booking_at ON booking (tenant_id, over_a_day, starts_at) WHERE status IN ('pending', 'approved');
      DROP INDEX booking_during;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX booking_during ON booking USING gist (tenant_id, bookable_type, during) WHERE status IN ('pending', 'approved');
      DROP INDEX booking_at, occupied_slot_room_at, occupied_slot_car_at, occupied_slot_driver_at;
      ALTER TABLE booking DROP CONSTRAINT booking_a_month_at_most, DROP COLUMN over_a_day;
      ALTER TABLE occupied_slot DROP COLUMN over_a_day, DROP COLUMN ends_at, DROP COLUMN starts_at;
    `);
  }
}
