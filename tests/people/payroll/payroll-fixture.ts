import type { Answer } from "../../support/api";
import type { TestServer } from "../../support/server";
import { leaveFixture } from "../../requests/leave/fixtures";
import { requireOk } from "../../work/tasks/board";

export const month = "2026-09";
const url = `/payroll/${month}`;

/**
 * September 2026 of one person: a schedule of four days from the 14th, a raise on the 16th, two unpaid days on the 7th and 8th, and ten
 * hours of recorded time in an approved week. The tenant's other people were added later.
 */
export async function payrollFixture(server: TestServer) {
  const world = await server.world();
  const fixture = await leaveFixture(world, { paid: false, counting: "working", negativeAllowed: true });
  const pat = await world.person("employee", {
    fullname: "Pat Person",
    joinedOn: "2020-01-01",
    employeeId: "P-7",
    contractType: "full_time_contract",
  });
  const { hr } = fixture;
  const raise = (salary: string, effective_on: string) =>
    hr.post(`/user/${pat.id}/change`, { type: "change", effective_on, salary, currency: "EUR" });
  requireOk(await raise("3000", "2026-01-01"));
  requireOk(await raise("3200", "2026-09-16"));
  const four = [0, 480, 480, 480, 480, 0, 0];
  requireOk(await hr.post(`/user/${pat.id}/schedule`, { from: "2026-09-14", minutes: four }));
  const takeLeave = async (start_date: string, end_date = start_date): Promise<number> =>
    requireOk(await fixture.ask({ start_date, end_date, user_id: pat.id }, hr)).body.data.id;
  await takeLeave("2026-09-07", "2026-09-08");
  const record = (date: string, minutes: number) =>
    server.owner.query(
      `INSERT INTO time_day (tenant_id, user_id, date, minutes) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, user_id, date) DO UPDATE SET minutes = EXCLUDED.minutes`,
      [world.tenantId, pat.id, date, minutes],
    );
  const approveWeeks = () =>
    server.owner.query(
      `INSERT INTO time_week (tenant_id, user_id, monday, state, submitted_at, decided_at, decided_by)
       SELECT $1, $2, d::date, 'approved', now(), now(), $3
       FROM generate_series('2026-08-31'::timestamp, '2026-09-28'::timestamp, '7 days') d ON CONFLICT DO NOTHING`,
      [world.tenantId, pat.id, world.manager.id],
    );
  await record("2026-09-01", 600);
  const read = async (as = hr) => requireOk(await as.get(url)).body.data;
  const rows = async (as = hr) => requireOk(await as.get(`${url}/rows`)).body;
  const close = (body: object = {}, as = hr): Promise<Answer> => as.put(`${url}/close`, { closing: 0, ...body });
  const reopen = (body: object = {}, as = hr): Promise<Answer> =>
    as.put(`${url}/reopen`, { closing: 1, reason: "A leave was missing", ...body });
  return { ...fixture, pat, raise, takeLeave, record, approveWeeks, read, rows, close, reopen, url };
}
