import type { MigrationInterface, QueryRunner } from "typeorm";

const added = "'registered'::text, 'password_confirmed'::text, ";

/** Changes the list of kinds that the rule has now: which others have added meanwhile is theirs to say. */
export const rewriteKinds = (from: string, to: string, not = "") => `
  DO $change$
  DECLARE rule text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint
                        WHERE conname = 'security_event_kind_check' AND conrelid = 'security_event'::regclass);
  BEGIN
    ALTER TABLE security_event DROP CONSTRAINT security_event_kind_check;
    EXECUTE 'ALTER TABLE security_event ADD CONSTRAINT security_event_kind_check '
      || replace(rule, $from$${from}$from$, $to$${to}$to$) || ' ${not}';
  END $change$`;

/**
 * The security log tells of accounts that strangers make, once they are confirmed by the link in the mail, and of passwords
 * that are asked for again before second factors change.
 */
export class SecurityLogKinds0078 implements MigrationInterface {
  name = "SecurityLogKinds0000000000078";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(rewriteKinds("ARRAY[", `ARRAY[${added}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    // What has been told of stays in the log, which nobody may tidy up: only new rows are held to the rule of before.
    await runner.query(rewriteKinds(added, "", "NOT VALID"));
  }
}
