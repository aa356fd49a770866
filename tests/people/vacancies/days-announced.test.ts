import { emitActingChanges } from "../../../server/people/acting/acting.service";
import { emitVacancyChanges } from "../../../server/people/vacancies/vacancies.service";
import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { employmentSchedule } from "../../../workers/people/employment/employment-changes";
import { type PeopleFixture, peopleFixture } from "../people/fixtures";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import { requireOk } from "../../work/tasks/board";

const server = testServer();

let org: PeopleFixture;
beforeEach(async () => {
  org = await peopleFixture(server);
});

const day = async (from: number): Promise<string> =>
  (
    await org.world.tx((tx) =>
      tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
    )
  )?.day as string;
const act = async (from: number, to: number) =>
  requireOk(
    await org.world.api(org.world.hr).post("/acting", {
      user_id: org.world.manager.id,
      acting_id: org.colleague.id,
      starts_on: await day(from),
      ends_on: await day(to),
    }),
  ).body.data.id as number;
const vacancy = async (overrides: object = {}) =>
  requireOk(await org.world.api(org.world.hr).post("/vacancy", { position_id: org.position, ...overrides })).body.data
    .id as number;

/** Shifts all dates into the past, to simulate days without a worker run. */
async function pass(days: number): Promise<void> {
  const shifts = [
    `UPDATE acting SET period = daterange(lower(period) - $2::int, upper(period) - $2::int), announced_on = announced_on - $2::int
     WHERE tenant_id = $1`,
    `UPDATE vacancy SET opened_on = opened_on - $2::int, acting_until = acting_until - $2::int, ended_on = ended_on - $2::int,
       announced_on = announced_on - $2::int WHERE tenant_id = $1`,
  ];
  for (const shift of shifts) await server.owner.query(shift, [org.world.tenantId, days]);
}

async function publishedEvents(): Promise<unknown[]> {
  const mark = server.published.length;
  const { unitOfWork, log } = server.platform;
  const workerDatabase = await server.workerDatabase(org.world);
  await employmentSchedule({ unitOfWork, workerDatabase, log }).run();
  return org.world
    .events(mark)
    .filter(({ stream }) => stream === `directory:${org.world.tenantId}`)
    .map(({ event }) => [event.type, event.data]);
}

test("future days and days already announced on creation emit no event", async () => {
  await act(0, 5);
  await act(6, 9);
  const id = await vacancy({ acting_id: org.colleague.id, acting_until: await day(0) });
  await vacancy();
  expect(await publishedEvents()).toEqual([]);
  requireOk(await org.world.api(org.world.hr).delete(`/vacancy/${id}`));
  expect(await publishedEvents()).toEqual([]);
});

test("an acting period emits on its first day and on the day after its last", async () => {
  const acting = ["acting.changed", { id: org.world.manager.id }];
  await act(1, 2);
  await pass(1);
  expect([await publishedEvents(), await publishedEvents()]).toEqual([[acting], []]);
  await pass(1);
  expect(await publishedEvents()).toEqual([]);
  await pass(1);
  expect([await publishedEvents(), await publishedEvents()]).toEqual([[acting], []]);
});

test("after missed runs that cover a whole acting period, one event is emitted", async () => {
  await act(1, 2);
  await pass(10);
  expect([await publishedEvents(), await publishedEvents()]).toEqual([
    [["acting.changed", { id: org.world.manager.id }]],
    [],
  ]);
});

test("an acting period ended manually isn't emitted again by the schedule", async () => {
  const id = await act(0, 5);
  await pass(2);
  requireOk(await org.world.api(org.world.hr).delete(`/acting/${id}`));
  expect(await publishedEvents()).toEqual([]);
});

test("the end of a vacancy or of its acting period emits an event", async () => {
  const standIn = await vacancy({ acting_id: org.colleague.id, acting_until: await day(2) });
  const filled = await vacancy();
  const newcomer = {
    fullname: "Nour Newcomer",
    email: "nour@acme.test",
    role_id: org.world.roles.employee,
    date_of_joining: await day(3),
    vacancy_id: filled,
  };
  requireOk(await org.world.api(org.world.hr).post("/user", newcomer));
  await pass(2);
  expect(await publishedEvents()).toEqual([]);
  await pass(1);
  const events = [standIn, filled].map((id) => ["vacancy.changed", { id }]);
  expect([await publishedEvents(), await publishedEvents()]).toEqual([events, []]);
});

test("events are emitted by the day in the tenant's time zone", async () => {
  const zone = (name: string) =>
    server.owner.query("UPDATE tenant SET time_zone = $2 WHERE id = $1", [org.world.tenantId, name]);
  await zone("Pacific/Pago_Pago");
  await act(1, 9);
  expect(await publishedEvents()).toEqual([]);
  await zone("Pacific/Kiritimati");
  expect(await publishedEvents()).toHaveLength(1);
});

test.each([
  ["acting", emitActingChanges],
  ["vacancies", emitVacancyChanges],
])("two concurrent workers emit one event: %s", async (_, announce) => {
  await act(1, 2);
  await vacancy({ acting_id: org.colleague.id, acting_until: await day(0) });
  await pass(1);
  const mark = server.published.length;
  const ended = await runSerialized(server, org.world, announce);
  expect(ended).toEqual([1, 0].map((value) => ({ status: "fulfilled", value })));
  expect(org.world.events(mark)).toHaveLength(1);
});
