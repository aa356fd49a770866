import { sql } from "../../../server/platform/database/unit-of-work";
import type { MakeRecords } from "../../factories/await-records";

const setReader = sql("factory.bankAccountReader", "SELECT set_config('app.reader_id', $1, true) AS id");
// Proposed by a user other than $1, so that $1 can confirm it.
const userBankAccount = sql(
  "factory.userBankAccount",
  `INSERT INTO user_bank_account (tenant_id, user_id, holder, iban, proposed_by)
   SELECT current_tenant(), $2, $3, 'DE89370400440532013000', min(u.id)
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id <> $1 RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin, employee, mark }) => {
  await one(setReader as never, [String(admin)]);
  return { userBankAccount: await one(userBankAccount, [admin, employee, `Holder ${mark}`]) };
};
