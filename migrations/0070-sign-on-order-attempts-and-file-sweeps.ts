import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The order in which claim values are mapped to roles; limits of their own for guesses of the current password and of reset tokens; stored
 * bytes that are being removed.
 */
export class SignOnOrderAttemptsAndFileSweeps0070 implements MigrationInterface {
  name = "SignOnOrderAttemptsAndFileSweeps0000000000070";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Of several values in a user's claim, the one with the lowest position decides. Earlier rows keep the order in which they applied.
      ALTER TABLE sign_on_role ADD position int NOT NULL DEFAULT 0 CHECK (position >= 0);
      UPDATE sign_on_role r SET position = o.position
      FROM (SELECT tenant_id, value, row_number() OVER (PARTITION BY tenant_id ORDER BY value) - 1 AS position FROM sign_on_role) o
      WHERE o.tenant_id = r.tenant_id AND o.value = r.value;

      ALTER TABLE login_attempt DROP CONSTRAINT login_attempt_purpose_check;
      ALTER TABLE login_attempt ADD CONSTRAINT login_attempt_purpose_check CHECK (purpose IN
        ('login', 'current_password', 'reset', 'reset_token', 'register', 'second_step', 'passkey', 'sign_on'));

      -- The bytes are being removed, so an upload that took too long can't refer to them any more.
      ALTER TABLE loose_file ADD claimed boolean NOT NULL DEFAULT false`);
  }

  async down(): Promise<void> {}
}
