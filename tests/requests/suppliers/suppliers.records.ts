import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertSupplier = sql(
  "factory.supplier",
  "INSERT INTO supplier (tenant_id, name) VALUES (current_tenant(), $1) RETURNING id",
);
// Bank account proposed by a user other than $1, so that $1 can confirm it.
const bankAccount = sql(
  "factory.supplierBankAccount",
  `WITH s AS (INSERT INTO supplier (tenant_id, name) VALUES (current_tenant(), $2) RETURNING id)
   INSERT INTO supplier_bank_account (tenant_id, supplier_id, iban, proposed_by)
   SELECT current_tenant(), id, 'DE89370400440532013000',
     (SELECT min(u.id) FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id <> $1) FROM s RETURNING id`,
);

export const makeRecords: MakeRecords = (one, { admin, mark }) =>
  awaitRecords({
    supplier: one(insertSupplier, [`Supplier ${mark}`]),
    supplierBankAccount: one(bankAccount, [admin, `Supplier with account ${mark}`]),
  });
