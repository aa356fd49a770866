import type { MigrationInterface, QueryRunner } from "typeorm";

/** A screen at a room's door: it has no session, but a key of its own that can be renewed. */
export class DoorScreens0132 implements MigrationInterface {
  name = "DoorScreens0000000000132";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE door_screen (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        room_id    bigint NOT NULL,
        key_hash   bytea NOT NULL,
        -- Whose booking it is that somebody makes at the door.
        created_by bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (tenant_id, id),
        UNIQUE (tenant_id, room_id),
        FOREIGN KEY (tenant_id, room_id) REFERENCES room (tenant_id, id) ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, created_by) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
      );
      CREATE INDEX door_screen_created_by ON door_screen (tenant_id, created_by);
    `);
    await runner.query("CALL fence_tenant_table('door_screen')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE door_screen");
  }
}
