import type { MigrationInterface, QueryRunner } from "typeorm";

export class LeaveCredits0028 implements MigrationInterface {
  name = "LeaveCredits0000000000028";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Time off in lieu: months after which credited hours expire; null: not such a type. At most one type per tenant.
      ALTER TABLE leave_type ADD lieu_months smallint CHECK (lieu_months BETWEEN 1 AND 120),
        ADD CONSTRAINT leave_type_lieu CHECK (lieu_months IS NULL
          OR counting = 'hours' AND can_update_balance AND max_carried IS NULL AND carried_until IS NULL);
      CREATE UNIQUE INDEX leave_type_lieu_once ON leave_type (tenant_id) WHERE lieu_months IS NOT NULL;

      ALTER TABLE leave_request
        -- Set for worked time that is credited on approval, instead of leave: minutes of the break. 'days' are the hours worked.
        ADD break_minutes smallint CHECK (break_minutes >= 0),
        -- Sent, and neither rejected nor cancelled.
        ADD claimed boolean NOT NULL DEFAULT false,
        ADD credited_on date, ADD expires_on date,
        ADD CONSTRAINT leave_request_credit CHECK (CASE WHEN break_minutes IS NULL
          THEN NOT claimed AND credited_on IS NULL AND expires_on IS NULL
          ELSE NOT live AND start_time IS NOT NULL AND part_minutes > break_minutes
            AND num_nonnulls(credited_on, expires_on) IN (0, 2) AND (claimed OR credited_on IS NULL) END),
        ADD CONSTRAINT leave_credit_once EXCLUDE USING gist (tenant_id WITH =, user_id WITH =, occupied WITH &&) WHERE (claimed);
      CREATE INDEX leave_request_credits ON leave_request (tenant_id, leave_type_id, user_id) WHERE credited_on IS NOT NULL;

      ALTER TABLE leave_ledger DROP CONSTRAINT leave_ledger_reason_check,
        ADD CONSTRAINT leave_ledger_reason_check CHECK (reason IN ('allowance', 'accrual', 'carried', 'expired',
          'adjustment', 'credit', 'taken', 'waiting', 'returned', 'holiday'))`);
  }
  async down(): Promise<void> {}
}
