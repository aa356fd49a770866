import { sql } from "../../../server/platform/database/unit-of-work";
import type { MakeRecords } from "../../factories/await-records";

const paymentAccount = sql(
  "factory.paymentAccount",
  `INSERT INTO payment_account (tenant_id, name, holder, iban)
   SELECT current_tenant(), $1, $1, 'DE89' || lpad((SELECT count(*) FROM payment_account)::text, 18, '0') RETURNING id`,
);

const paymentBatch = sql(
  "factory.paymentBatch",
  `INSERT INTO payment_batch (tenant_id, year, number, format, currency, account_id, execution_on, created_by)
   SELECT current_tenant(), 2020, COALESCE(max(number), 0) + 1, 'sepa', 'EUR', $1, '2031-01-15', $2
   FROM payment_batch WHERE tenant_id = current_tenant() AND year = 2020 RETURNING id`,
);

/** The item's request is cancelled, so that it takes no part in totals. */
const paymentBatchItem = sql(
  "factory.paymentBatchItem",
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status) VALUES (current_tenant(), 'finance', $2, 'payment', 'cancelled')
              RETURNING id),
   f AS (INSERT INTO finance_request (id, tenant_id, requester_id, type, status, currency, title)
         SELECT id, current_tenant(), $2, 'payment', 'cancelled', 'EUR', $3 FROM r RETURNING id)
   INSERT INTO payment_batch_item (tenant_id, batch_id, position, request_id, family, request_number, payee_kind, payee_name, holder,
     iban, amount, purpose)
   SELECT current_tenant(), $1, 1, id, 'finance', 'PAY-2020-0001', 'supplier', $3, $3, 'DE89370400440532013000', 10, $3 FROM f
   RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin, mark }) => {
  const account = await one(paymentAccount, [`Account ${mark}`]);
  const batch = await one(paymentBatch, [account, admin]);
  const item = await one(paymentBatchItem, [batch, admin, `Payee ${mark}`]);
  return { paymentAccount: account, paymentBatch: batch, paymentBatchItem: item };
};
