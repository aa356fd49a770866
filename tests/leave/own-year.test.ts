import { UserEntity } from "../../server/people/user.entity";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";
import { nextYear, office, week } from "./office";

const server = testServer();
const url = `/leave/year?year=${nextYear}`;

test("one's own year is told to nobody without the right or the plan, and for no year beyond reason", async () => {
  const { world, employee } = await office(await server.world());
  expect((await world.api().get(url)).status).toBe(401);
  expect((await world.api(world.external).get(url)).body.code).toBe("permission.denied");
  const free = await server.world({ plan: "free" });
  expect((await free.api(free.employee).get(url)).body.code).toBe("feature_not_in_plan");
  expect(Object.keys((await employee.get("/leave/year?year=1999")).body.errors)).toEqual(["year"]);
});

test("it has what was granted and what waits, never drafts, what was refused, or anybody else's", async () => {
  const { ask, employee, hr, manager, people, world } = await office(await server.world());
  const granted = ok(await ask({ ...week(2), end_half: "morning" })).body.data;
  ok(await manager.put(`/leave/leave-request/${granted.id}/approve`));
  const waiting = ok(await ask(week(4, 2))).body.data;
  const refused = ok(await ask(week(6, 2))).body.data;
  ok(await manager.put(`/leave/leave-request/${refused.id}/reject`, { reason: "We launch" }));
  ok(await ask({ ...week(8, 2), draft: true }));
  const { data } = ok(await employee.get(url)).body;
  expect(data.leaves).toEqual([
    expect.objectContaining({ id: granted.id, ...week(2), end_half: "morning", state: "booked", counting: "working" }),
    expect.objectContaining({ id: waiting.id, ...week(4, 2), state: "waiting" }),
  ]);
  expect(ok(await hr.get(url)).body.data.leaves).toEqual([]);
  expect(ok(await employee.get(`/leave/year?year=${nextYear + 1}`)).body.data.leaves).toEqual([]);

  // Holidays of everywhere and of where one works; those of other places are nobody's here.
  const holiday = async (date: string, location: string | null) =>
    ok(await hr.post("/leave/holiday", { date, name: `Day of ${location ?? "all"}`, location }));
  await holiday(`${nextYear}-07-01`, null);
  await holiday(`${nextYear}-07-02`, "Porto");
  await holiday(`${nextYear}-07-03`, "Riga");
  await world.tx((tx) => tx.repo(UserEntity).update({ id: people.employee.id }, { location: "Porto" }));
  const there = ok(await employee.get(url)).body.data;
  expect(there.holidays.map(({ name }: { name: string }) => name)).toEqual(["Day of all", "Day of Porto"]);
  expect(there.weekend.length).toBeGreaterThan(0);
});

test("without a year it is the present one", async () => {
  const { employee, world } = await office(await server.world());
  const [{ year }] = await world.tx((tx) => tx.manager.query("SELECT extract(year FROM tenant_today())::int AS year"));
  expect(ok(await employee.get("/leave/year")).body.data.year).toBe(year);
});
