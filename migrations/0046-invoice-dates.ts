import type { MigrationInterface, QueryRunner } from "typeorm";

/** Requests without an invoice date are posted on their day of sending, as before. The receipts of claims have their day already. */
export class InvoiceDates0046 implements MigrationInterface {
  name = "InvoiceDates0000000000046";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE finance_request
        ADD invoice_date date,
        ADD service_from date,
        ADD service_to date,
        ADD CONSTRAINT finance_request_service CHECK (num_nulls(service_from, service_to) <> 1 AND service_from <= service_to);
      ALTER TABLE expense_item
        ADD service_from date,
        ADD service_to date,
        ADD CONSTRAINT expense_item_service CHECK (num_nulls(service_from, service_to) <> 1 AND service_from <= service_to);

      ALTER TABLE accounting_export DROP CONSTRAINT accounting_export_basis_check,
        ADD CONSTRAINT accounting_export_basis_check CHECK (basis IN ('invoice', 'approval', 'payment'));
      -- For exports by the day of the document.
      CREATE INDEX finance_request_document_day ON finance_request (tenant_id, COALESCE(invoice_date, dated))
        WHERE status IN ('approved', 'paid', 'archived')`);
  }

  async down(): Promise<void> {}
}
