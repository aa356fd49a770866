import type { MigrationInterface, QueryRunner } from "typeorm";

/** When a door screen or a room's calendar address was last used, and security log entries for door screens. */
export class DoorScreenUse0048 implements MigrationInterface {
  name = "DoorScreenUse0000000000048";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE door_screen ADD used_at timestamptz;
      ALTER TABLE room_feed ADD used_at timestamptz;

      DO $$
      BEGIN
        EXECUTE 'ALTER TABLE security_event DROP CONSTRAINT security_event_kind_check, ADD CONSTRAINT security_event_kind_check '
          || (SELECT replace(pg_get_constraintdef(oid), 'ARRAY[', 'ARRAY[''door_screen_created''::text, ''door_screen_ended''::text, ')
              FROM pg_constraint WHERE conname = 'security_event_kind_check');
      END $$`);
  }

  async down(): Promise<void> {}
}
