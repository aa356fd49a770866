import { unnamedSql } from "../../server/platform/database/unit-of-work";
import { clockShiftMs } from "./clock";
import { testServer } from "./server";

const server = testServer();

/** Compares with the real clock, or with the time set by TEST_MOMENT. */
test("TypeScript and SQL use the same clock in statements, defaults and functions", async () => {
  const world = await server.world();
  const read = unnamedSql(
    `SELECT now() AS now, clock_timestamp() AS clock, tenant_today()::text AS today, s.created_at AS made
     FROM session s WHERE s.tenant_id = current_tenant() ORDER BY id LIMIT 1`,
  );
  type Row = Record<"now" | "clock" | "made", Date> & { today: string };
  const row = (await world.tx((tx) => tx.one<Row>(read))) as Row;
  for (const at of [row.now, row.clock, row.made]) {
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  }
  expect(row.today).toBe(row.now.toISOString().slice(0, 10));
  const real = performance.timeOrigin + performance.now();
  expect(Math.abs(Date.now() - real - clockShiftMs())).toBeLessThan(60_000);
});
