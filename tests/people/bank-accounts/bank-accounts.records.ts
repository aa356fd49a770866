import { sql } from "../../../server/platform/database/unit-of-work";
import type { MakeRecords } from "../../factories/await-records";

const setReader = sql("factory.bankAccountReader", "SELECT set_config('app.reader_id', $1, true) AS id");
// Proposed by its owner, so that $1 can confirm it. Another mark in the same tenant gets another owner.
const insertUserBankAccount = sql(
  "factory.userBankAccount",
  `INSERT INTO user_bank_account (tenant_id, user_id, holder, iban, proposed_by)
   SELECT current_tenant(), u.id, $3, 'DE89370400440532013000', u.id FROM app_user u
   WHERE u.tenant_id = current_tenant() AND u.id <> $1 AND NOT u.external
     AND NOT EXISTS (SELECT FROM user_bank_account b WHERE b.tenant_id = u.tenant_id AND b.user_id = u.id)
   ORDER BY u.id = $2 DESC, u.id LIMIT 1 RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin, employee, mark }) => {
  await one(setReader as never, [String(admin)]);
  return { userBankAccount: await one(insertUserBankAccount, [admin, employee, `Holder ${mark}`]) };
};
