import type { DatabaseSeeder } from "../support/seed";

interface FinanceSeedOptions {
  tenantId: number;
  requesterIds: readonly number[];
  managerId: number;
  financeRoleId: number;
  count: number;
  /** Number of requests that wait for the manager, evenly distributed. */
  waiting: number;
}

export async function seedFinance(seed: DatabaseSeeder, options: FinanceSeedOptions): Promise<void> {
  const { tenantId, requesterIds, managerId, financeRoleId, count, waiting } = options;
  const interval = Math.max(1, Math.floor(count / Math.max(1, waiting)));
  await seed.rows(
    `WITH plan AS (
       SELECT g, CASE WHEN g % $5 = 0 THEN 'waiting_manager_approval' ELSE
         (ARRAY['archived', 'archived', 'archived', 'paid', 'archived', 'waiting_finance_approval', 'approved', 'rejected',
                'archived', 'paid', 'cancelled'])[1 + g % 11] END AS status,
         (ARRAY['purchase', 'payment', 'cash_advance'])[1 + g % 3] AS type,
         (ARRAY['USD', 'EUR', 'IQD', 'TRY'])[1 + g % 4] AS currency, ($2::bigint[])[1 + g % cardinality($2::bigint[])] AS person
       FROM generate_series(1, $3::int) AS g
     ), r AS (
       INSERT INTO request (id, tenant_id, family, requester_id, type, status, round, step, version, sent_at, created_at)
       SELECT $4::bigint + g, $1, 'finance', person, type, status, 1, 0, 2, now() - (($3 - g) / 100) * interval '1 hour', now()
       FROM plan RETURNING id
     ), f AS (
       INSERT INTO finance_request (id, tenant_id, requester_id, type, status, number, number_year, dated, title, supplier,
         invoice_number, currency, amount, rate, home_currency, home_amount, cost, paid_on, paid_reference, archive_from, settled)
       SELECT $4::bigint + g, $1, person, type, status, g, 2026, current_date - (($3 - g) / 2400), 'Request ' || g,
         'Supplier ' || g % 400, 'INV-' || g, currency, 10 + g % 5000, 1, 'USD', 10 + g % 5000, 10 + g % 5000,
         CASE WHEN paid THEN current_date - 10 END, CASE WHEN paid THEN 'TRX-' || g END,
         CASE WHEN paid THEN current_date - 10 END, CASE WHEN paid AND type = 'cash_advance' THEN true END
       FROM plan, LATERAL (SELECT status IN ('paid', 'archived') AS paid) AS p RETURNING id, amount
     ), i AS (
       INSERT INTO finance_item (tenant_id, request_id, position, details, price, quantity, decimals, total)
       SELECT $1, id, 0, 'Item', amount, 1, 0, amount FROM f
     )
     SELECT count(*) FROM r`,
    [tenantId, requesterIds, count, await highest(seed), interval],
  );
  await seed.rows(
    `INSERT INTO request_step (tenant_id, request_id, round, position, approver, route, approver_id, state, since, decided_by, decided_at)
     SELECT tenant_id, id, 1, 0, 'manager', 'rule', $2, CASE WHEN waits THEN 'now' ELSE 'approved' END, sent_at,
       CASE WHEN NOT waits THEN $2::bigint END, CASE WHEN NOT waits THEN sent_at END
     FROM request, LATERAL (SELECT status = 'waiting_manager_approval' AS waits) AS w
     WHERE tenant_id = $1 AND family = 'finance'`,
    [tenantId, managerId],
  );
  await seed.rows(
    `INSERT INTO request_step (tenant_id, request_id, round, position, approver, route, role_id, state, since)
     SELECT tenant_id, id, 1, 1, 'role', 'rule', $2,
       CASE status WHEN 'waiting_finance_approval' THEN 'now' WHEN 'waiting_manager_approval' THEN 'next' ELSE 'dropped' END, sent_at
     FROM request WHERE tenant_id = $1 AND family = 'finance'`,
    [tenantId, financeRoleId],
  );
}

const highest = async (seed: DatabaseSeeder): Promise<number> =>
  Number((await seed.rows<{ id: string }>("SELECT COALESCE(max(id), 0) + 1000000 AS id FROM request"))[0]?.id);
