import type { SeededPerson } from "../support/seed";
import { type CallResult, measureCallsOn, warmupRounds } from "./bookings";
import { type BrowserChartResult, measureChart } from "./browser-chart";
import { type CpuTime, cpuPer } from "./cpu";
import { RawConnection } from "./raw-http";
import type { BenchServer } from "./bench-server";

export interface PeopleResults {
  chart: CallResult;
  drawn: BrowserChartResult;
  user: CallResult;
  userCpu: CpuTime;
  /** Employee list of 10,000: first page, filtered, sorted by another column, and as of a past day. */
  list: CallResult;
  filtered: CallResult;
  sorted: CallResult;
  past: CallResult;
}

/**
 * Inserts users as a tree with seven employees per manager, in forty departments and sixty positions. $1 tenant id, $2 number of users
 * afterwards.
 */
const addPeople = `WITH d AS (
    INSERT INTO department (tenant_id, name, code)
    SELECT $1, 'Department ' || n, 'BENCH' || n FROM generate_series(1, 40) n
    WHERE NOT EXISTS (SELECT FROM department WHERE tenant_id = $1 AND code = 'BENCH1')
  ), p AS (
    INSERT INTO position (tenant_id, title) SELECT $1, 'Position ' || n FROM generate_series(1, 60) n
    WHERE NOT EXISTS (SELECT FROM position WHERE tenant_id = $1 AND title = 'Position 1')
  )
  INSERT INTO app_user (id, tenant_id, email, fullname, password_hash, role_id, contract_type, location, joined_on)
  SELECT 5000000 + n, $1, 'bench.' || n || '@bench.test', 'Person ' || n, 'none', r.id, 'full_time_contract',
    'Place ' || n % 12, current_date - (n % 3000)::int - 40
  FROM generate_series((SELECT count(*) + 1 FROM app_user WHERE tenant_id = $1 AND id > 5000000), $2::int) n
  JOIN role r ON r.tenant_id = $1 AND r.code = 'employee'`;
const placePeople = `UPDATE app_user u SET
    parent_id = CASE WHEN u.id > 5000001 THEN 5000000 + (u.id - 5000001 + 6) / 7 END,
    department_id = (SELECT id FROM department WHERE tenant_id = $1 AND code = 'BENCH' || (1 + u.id % 40)),
    position_id = (SELECT id FROM position WHERE tenant_id = $1 AND title = 'Position ' || (1 + u.id % 60))
  WHERE u.tenant_id = $1 AND u.id > 5000000 AND u.department_id IS NULL`;

export async function measurePeople(stage: BenchServer, seconds: number): Promise<PeopleResults> {
  const { seed, site } = stage;
  const person = site.people[0] as SeededPerson;
  const [tenant] = await seed.rows<{ id: string }>("SELECT tenant_id AS id FROM app_user WHERE id = $1", [person.id]);
  const tenantId = Number(tenant?.id);
  await seed.rows("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
  await seed.rows(
    "UPDATE app_user SET role_id = (SELECT id FROM role WHERE tenant_id = $1 AND code = 'hr') WHERE id = $2",
    [tenantId, person.id],
  );
  const grow = async (count: number) => {
    await seed.rows("ANALYZE app_user, employment", []);
    await seed.rows(addPeople, [tenantId, count]);
    await seed.rows(placePeople, [tenantId]);
    await seed.rows("ANALYZE app_user, employment, department, position", []);
    await stage.settle();
  };
  await grow(2_000);
  const [department] = await seed.rows<{ id: string }>(
    "SELECT id FROM department WHERE tenant_id = $1 AND code = 'BENCH7'",
    [tenantId],
  );
  const connection = RawConnection.for(site.port, site.host, person.token);
  const ask = measureCallsOn(() => connection);
  const get = (path: string) => ask(30, () => ["GET", path]);
  const chart = await get("/organization-chart");
  const asking = () => ask(200, () => ["GET", "/auth/user"]);
  const { result: user, cpu: userCpu } = await cpuPer(stage, asking, () => 200 + warmupRounds);
  const drawn = await measureChart(stage, seconds);
  await grow(10_000);
  const list = await get("/user?per_page=50");
  const filters = `department_id=${department?.id}&contract_type=full_time_contract&q=person&active=1`;
  const filtered = await get(`/user?per_page=50&${filters}`);
  const sorted = await get("/user?per_page=50&sort=-department");
  const past = await get(`/user?per_page=50&as_of=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`);
  connection.close();
  const figures = { chart, drawn, user, userCpu, list, filtered, sorted, past };
  console.log(`  people: ${JSON.stringify(figures)}`);
  return figures;
}
