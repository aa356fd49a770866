import { unnamed } from "../../server/platform/unit-of-work";
import { clockShiftMs } from "./clock";
import { testServer } from "./server";

const server = testServer();

/** In a usual run it is the real clock that they agree about; under a moment of TEST_MOMENT, that one. */
test("TypeScript and SQL have one clock: in statements, defaults and functions", async () => {
  const world = await server.world();
  const read = unnamed(
    `SELECT now() AS now, clock_timestamp() AS clock, tenant_today()::text AS today, s.created_at AS made
     FROM session s WHERE s.tenant_id = current_tenant() ORDER BY id LIMIT 1`,
  );
  const row = await world.tx((tx) => tx.one<Record<"now" | "clock" | "made", Date> & { today: string }>(read));
  for (const at of [row?.now, row?.clock, row?.made]) {
    expect(Math.abs((at as Date).getTime() - Date.now())).toBeLessThan(60_000);
  }
  expect(row?.today).toBe((row?.now as Date).toISOString().slice(0, 10));
  const real = performance.timeOrigin + performance.now();
  expect(Math.abs(Date.now() - real - clockShiftMs())).toBeLessThan(60_000);
});
