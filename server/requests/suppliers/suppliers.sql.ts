import type { SupplierBankAccount } from "../../../shared/requests/suppliers/suppliers.contract";
import { supplierSorts } from "../../../shared/requests/suppliers/suppliers.schema";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { matchesSearch } from "../../platform/database/search";
import { sql } from "../../platform/database/unit-of-work";
import { recordStatements } from "../../platform/records/record-statements";

export const supplierStatements = recordStatements("suppliers", {
  table: "supplier",
  as: "s",
  columns: `s.id, s.version, s.name, s.vat_id, s.payment_days, s.creditor_account, s.note, s.archived, b.iban, b.bic,
    CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'code', a.code, 'name', a.name) END AS cost_account,
    EXISTS (SELECT FROM supplier_bank_account p WHERE p.tenant_id = s.tenant_id AND p.supplier_id = s.id
      AND p.state = 'proposed') AS bank_proposed`,
  joins: `LEFT JOIN cost_account a ON a.tenant_id = s.tenant_id AND a.id = s.cost_account_id
    LEFT JOIN supplier_bank_account b ON b.tenant_id = s.tenant_id AND b.supplier_id = s.id AND b.state = 'confirmed'`,
  matches: matchesSearch("$1", [], ["s.name", "s.vat_id", "s.note"]),
  sorts: supplierSorts,
  order: { name: "name COLLATE reader" },
});

export const selectSuppliers = sql(
  "suppliers.select",
  `SELECT id, name, payment_days, cost_account_id FROM supplier
   WHERE tenant_id = current_tenant() AND NOT archived AND ${matchesSearch("$1", [], ["name"])}
   ORDER BY name COLLATE reader, id`,
);

/** Increments the supplier's version, so that lists notice a changed bank account. */
export const touchSupplier = sql(
  "suppliers.touch",
  "UPDATE supplier SET version = version + 1 WHERE tenant_id = current_tenant() AND id = $1 RETURNING id, name",
);

export const supplierOfBankAccount = sql(
  "suppliers.ofBankAccount",
  "SELECT supplier_id AS id FROM supplier_bank_account WHERE tenant_id = current_tenant() AND id = $1",
);

export interface BankAccountRow {
  id: number;
  iban: string;
  bic: string | null;
  state: SupplierBankAccount["state"];
  proposedBy: SupplierBankAccount["proposed_by"];
  proposedAt: Date;
  decidedBy: SupplierBankAccount["decided_by"];
  decidedAt: Date | null;
}

export const bankAccountsOfSupplier = sql(
  "suppliers.bankAccounts",
  `SELECT b.id, b.iban, b.bic, b.state, b.proposed_at AS "proposedAt", b.decided_at AS "decidedAt",
     json_build_object('id', p.id, 'fullname', p.fullname, 'image', p.image) AS "proposedBy",
     CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'fullname', d.fullname, 'image', d.image) END AS "decidedBy"
   FROM supplier_bank_account b JOIN app_user p ON p.tenant_id = b.tenant_id AND p.id = b.proposed_by
   LEFT JOIN app_user d ON d.tenant_id = b.tenant_id AND d.id = b.decided_by
   WHERE b.tenant_id = current_tenant() AND b.supplier_id = $1 ORDER BY b.id DESC LIMIT 50`,
);

/** Marks the supplier's account in state $2 as `replaced`. */
export const replaceBankAccount = sql(
  "suppliers.replaceBankAccount",
  `UPDATE supplier_bank_account SET state = 'replaced'
   WHERE tenant_id = current_tenant() AND supplier_id = $1 AND state = $2`,
);

export const decideBankAccount = sql(
  "suppliers.decideBankAccount",
  `UPDATE supplier_bank_account SET state = $2, decided_by = $3, decided_at = now()
   WHERE tenant_id = current_tenant() AND id = $1`,
);

export const usersWhoConfirm = sql(
  "suppliers.usersWhoConfirm",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND u.id <> $1
     AND ${roleHoldsAny("u", "'{supplier-edit}'::text[]")} AND person_holds(u.id, 'supplier-edit') ORDER BY u.id`,
);

export const isOpenAccount = sql(
  "suppliers.isOpenAccount",
  "SELECT FROM cost_account WHERE tenant_id = current_tenant() AND id = $1 AND NOT archived",
);
