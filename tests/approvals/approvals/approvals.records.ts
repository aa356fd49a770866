import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertDelegation = sql(
  "factory.delegation",
  `INSERT INTO delegation (tenant_id, delegator_id, delegatee_id, start_date, end_date)
   VALUES (current_tenant(), $1, $2, '2020-01-01', '2020-01-02') RETURNING id`,
);
const insertApprovalRule = sql(
  "factory.approvalRule",
  `INSERT INTO approval_rule (tenant_id, family, position, name, condition, steps)
   VALUES (current_tenant(), 'finance', $2, $1, '{"types": ["never"]}', '[{"by": "manager"}]') RETURNING id`,
);

export const makeRecords: MakeRecords = (one, { admin, employee, mark, place }) =>
  awaitRecords({
    delegation: one(insertDelegation, [admin, employee]),
    approvalRule: one(insertApprovalRule, [`Rule ${mark}`, 900 + place]),
  });
