import { sql, type Tx } from "../platform/database/unit-of-work";

const pay = sql(
  "employment.pay",
  "SELECT trim_scale(salary)::text AS salary, currency FROM user_private WHERE tenant_id = current_tenant() AND user_id = $1",
);

export interface Pay {
  salary: string | null;
  currency: string | null;
}

/** What somebody earns now, for who may read it: the database asks. */
export const salaryOf = async (tx: Tx, userId: number): Promise<Pay> =>
  (await tx.one<Pay>(pay, [userId])) ?? { salary: null, currency: null };
