import type { MigrationInterface, QueryRunner } from "typeorm";

export class BudgetOwners0041 implements MigrationInterface {
  name = "BudgetOwners0000000000041";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE finance_budget ADD owner_id bigint,
        ADD CONSTRAINT finance_budget_owner FOREIGN KEY (tenant_id, owner_id)
          REFERENCES app_user (tenant_id, id) ON DELETE SET NULL (owner_id);
      CREATE INDEX finance_budget_owner_of ON finance_budget (tenant_id, owner_id) WHERE owner_id IS NOT NULL;

      -- NOT VALID: existing steps satisfy the narrower rule, so they needn't be read under the lock.
      ALTER TABLE request_step DROP CONSTRAINT request_step_approver_check,
        ADD CONSTRAINT request_step_approver_check
          CHECK (approver IN ('manager', 'head', 'budget_owner', 'role', 'user')) NOT VALID;

      -- Such rules never matched, because expense claims aren't charged to budgets. They are refused now.
      ALTER TABLE approval_rule NO FORCE ROW LEVEL SECURITY;
      DELETE FROM approval_rule WHERE family = 'expense' AND condition ? 'over_budget';
      ALTER TABLE approval_rule FORCE ROW LEVEL SECURITY`);
  }

  async down(): Promise<void> {}
}
