import type { MigrationInterface, QueryRunner } from "typeorm";

export class ChangedLeave0025 implements MigrationInterface {
  name = "ChangedLeave0000000000025";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A request with 'changes_id' proposes new dates for an approved leave, which stays valid until the decision.
      ALTER TABLE leave_request
        ADD COLUMN changes_id bigint,
        -- Waits for a decision: occupies its days, except those of the leave that it changes.
        ADD COLUMN proposed boolean NOT NULL DEFAULT false,
        -- Dates and cost of the changed leave before the change, kept from the decision on.
        ADD COLUMN changed_from jsonb CHECK (changed_from IS NULL OR changes_id IS NOT NULL),
        ADD CONSTRAINT leave_changes_another CHECK (changes_id <> id),
        ADD CONSTRAINT leave_proposed_change CHECK (NOT proposed OR changes_id IS NOT NULL),
        -- The dates of an approved change are those of the changed leave, so it never occupies days itself.
        ADD CONSTRAINT leave_change_not_live CHECK (changes_id IS NULL OR NOT live),
        ADD CONSTRAINT leave_change_of FOREIGN KEY (tenant_id, changes_id) REFERENCES leave_request (tenant_id, id) ON DELETE CASCADE,
        ADD CONSTRAINT leave_change_apart EXCLUDE USING gist (tenant_id WITH =, user_id WITH =, occupied WITH &&,
          COALESCE(changes_id, id) WITH <>) WHERE (live OR proposed);
      CREATE INDEX leave_request_changes ON leave_request (tenant_id, changes_id) WHERE changes_id IS NOT NULL;
      CREATE UNIQUE INDEX leave_one_change ON leave_request (tenant_id, changes_id) WHERE proposed;
      -- Extends the list, whichever causes other migrations have added.
      DO $$
      DECLARE
        known text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint
          WHERE conname = 'leave_ledger_cause_check' AND conrelid = 'leave_ledger'::regclass);
      BEGIN
        ALTER TABLE leave_ledger DROP CONSTRAINT leave_ledger_cause_check;
        EXECUTE 'ALTER TABLE leave_ledger ADD CONSTRAINT leave_ledger_cause_check CHECK ('
          || regexp_replace(known, '^CHECK ', '') || ' OR cause = ''leave_changed'')';
      END $$`);
  }
  async down(): Promise<void> {}
}
