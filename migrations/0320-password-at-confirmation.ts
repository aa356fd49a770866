import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Whoever reads an address's mail chooses the password of its account, when they confirm the address. What whoever began a
 * registration typed as one opens nothing, so nothing of it is kept.
 */
export class PasswordAtConfirmation0320 implements MigrationInterface {
  name = "PasswordAtConfirmation0000000000320";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE registration DROP COLUMN password_hash");
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without one there is no going on: they are begun anew, within the day that they are good for.
    await runner.query("DELETE FROM registration; ALTER TABLE registration ADD COLUMN password_hash text NOT NULL");
  }
}
