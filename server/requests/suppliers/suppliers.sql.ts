import { supplierSorts } from "../../../shared/requests/suppliers/suppliers.schema";
import { bankAccountStatements } from "../../people/bank-accounts/proposed-accounts";
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

export const supplierAccountStatements = bankAccountStatements("suppliers.bankAccounts", {
  table: "supplier_bank_account",
  owner: "supplier_id",
  renamedBy: "b.renamed_by",
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

export const usersWhoConfirm = sql(
  "suppliers.usersWhoConfirm",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND u.id <> $1
     AND ${roleHoldsAny("u", "'{supplier-edit}'::text[]")} AND person_holds(u.id, 'supplier-edit') ORDER BY u.id`,
);

export const isOpenAccount = sql(
  "suppliers.isOpenAccount",
  "SELECT FROM cost_account WHERE tenant_id = current_tenant() AND id = $1 AND NOT archived",
);
