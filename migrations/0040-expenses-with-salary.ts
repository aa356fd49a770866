import type { MigrationInterface, QueryRunner } from "typeorm";

export class ExpensesWithSalary0040 implements MigrationInterface {
  name = "ExpensesWithSalary0000000000040";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The closed payroll month by which a claim is reimbursed. Removed before the claim is made payable again.
      ALTER TABLE expense_claim ADD payroll_month_id bigint,
        ADD FOREIGN KEY (tenant_id, payroll_month_id) REFERENCES payroll_month (tenant_id, id),
        ADD CONSTRAINT expense_claim_with_salary CHECK (payroll_month_id IS NULL OR status = 'paid');
      CREATE INDEX expense_claim_payroll_month ON expense_claim (tenant_id, payroll_month_id) WHERE payroll_month_id IS NOT NULL;

      CREATE FUNCTION guard_claim_with_salary() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM payment_batch_item i
          WHERE i.tenant_id = NEW.tenant_id AND i.request_id = NEW.id AND i.state IN ('pending', 'executed')) THEN
          RAISE EXCEPTION 'request % is in a payment batch', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'request_in_payment_batch';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER expense_claim_with_salary BEFORE UPDATE OF payroll_month_id ON expense_claim FOR EACH ROW
        WHEN (NEW.payroll_month_id IS NOT NULL) EXECUTE FUNCTION guard_claim_with_salary();

      -- A request that was paid or withdrawn while its batch was a draft never gets into the bank file. The locks make a concurrent
      -- payment finish first.
      CREATE FUNCTION guard_payment_batch_requests() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM request r WHERE r.tenant_id = NEW.tenant_id AND r.id IN (
          SELECT request_id FROM payment_batch_item WHERE tenant_id = NEW.tenant_id AND batch_id = NEW.id AND state = 'pending')
          ORDER BY r.id FOR UPDATE;
        IF EXISTS (
          SELECT FROM payment_batch_item i JOIN request r ON r.tenant_id = i.tenant_id AND r.id = i.request_id
          WHERE i.tenant_id = NEW.tenant_id AND i.batch_id = NEW.id AND i.state = 'pending' AND r.status <> 'approved'
        ) THEN
          RAISE EXCEPTION 'batch % contains requests that are not approved', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_batch_requests_approved';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER payment_batch_requests_approved BEFORE UPDATE OF status ON payment_batch FOR EACH ROW
        WHEN (NEW.status IN ('submitted', 'approved') AND NEW.status <> OLD.status) EXECUTE FUNCTION guard_payment_batch_requests()`);
  }

  async down(): Promise<void> {}
}
