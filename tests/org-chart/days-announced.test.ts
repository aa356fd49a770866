import { announceActing } from "../../server/org-chart/acting.service";
import { announceVacancies } from "../../server/org-chart/vacancies.service";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { employmentSchedule } from "../../workers/employment/employment-changes";
import { type Organisation, organisation } from "../people/organisation";
import { oneAtATime } from "../support/one-at-a-time";
import { testServer } from "../support/server";
import { ok } from "../tasks/board";

/** Open screens are told of the day on which somebody begins or ends to act, or a vacancy is over. */
const server = testServer();

let org: Organisation;
beforeEach(async () => {
  org = await organisation(server);
});

const day = async (from: number): Promise<string> =>
  (
    await org.world.tx((tx) =>
      tx.one<{ day: string }>(unnamed("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
    )
  )?.day as string;
const act = async (from: number, to: number) =>
  ok(
    await org.world.api(org.world.hr).post("/acting", {
      user_id: org.world.manager.id,
      acting_id: org.colleague.id,
      starts_on: await day(from),
      ends_on: await day(to),
    }),
  ).body.data.id as number;
const vacancy = async (more: object = {}) =>
  ok(await org.world.api(org.world.hr).post("/vacancy", { position_id: org.position, ...more })).body.data.id as number;

/** As if days had passed in which no worker ran. */
async function pass(days: number): Promise<void> {
  const shifts = [
    `UPDATE acting SET period = daterange(lower(period) - $2::int, upper(period) - $2::int), announced_on = announced_on - $2::int
     WHERE tenant_id = $1`,
    `UPDATE vacancy SET opened_on = opened_on - $2::int, acting_until = acting_until - $2::int, ended_on = ended_on - $2::int,
       announced_on = announced_on - $2::int WHERE tenant_id = $1`,
  ];
  for (const shift of shifts) await server.owner.query(shift, [org.world.tenantId, days]);
}

/** What the schedule tells. */
async function told(): Promise<unknown[]> {
  const mark = server.published.length;
  const { unitOfWork, log } = server.platform;
  const workerDatabase = await server.workerDatabase(org.world);
  await employmentSchedule({ unitOfWork, workerDatabase, log }).run();
  return org.world
    .events(mark)
    .filter(({ stream }) => stream === `directory:${org.world.tenantId}`)
    .map(({ event }) => [event.type, event.data]);
}

test("nothing is said of days that haven't come, nor again of what was said when it was written", async () => {
  await act(0, 5);
  await act(6, 9);
  const id = await vacancy({ acting_id: org.colleague.id, acting_until: await day(0) });
  await vacancy();
  expect(await told()).toEqual([]);
  ok(await org.world.api(org.world.hr).delete(`/vacancy/${id}`));
  expect(await told()).toEqual([]);
});

test("the day on which somebody begins to act, and the day after their last; once each", async () => {
  const acting = ["acting.changed", { id: org.world.manager.id }];
  await act(1, 2);
  await pass(1);
  expect([await told(), await told()]).toEqual([[acting], []]);
  await pass(1);
  expect(await told()).toEqual([]); // their last day
  await pass(1);
  expect([await told(), await told()]).toEqual([[acting], []]);
});

test("after a gap in which it began and ended, once: a screen may have been opened between", async () => {
  await act(1, 2);
  await pass(10);
  expect([await told(), await told()]).toEqual([[["acting.changed", { id: org.world.manager.id }]], []]);
});

test("ended by hand it is said then, and not again by the schedule", async () => {
  const id = await act(0, 5);
  await pass(2);
  ok(await org.world.api(org.world.hr).delete(`/acting/${id}`));
  expect(await told()).toEqual([]);
});

test("where nobody stands in any more, and from when a vacancy is filled", async () => {
  const standIn = await vacancy({ acting_id: org.colleague.id, acting_until: await day(2) });
  const filled = await vacancy();
  const newcomer = {
    fullname: "Nour Newcomer",
    email: "nour@acme.test",
    role_id: org.world.roles.employee,
    date_of_joining: await day(3),
    vacancy_id: filled,
  };
  ok(await org.world.api(org.world.hr).post("/user", newcomer));
  await pass(2);
  expect(await told()).toEqual([]);
  await pass(1);
  const events = [standIn, filled].map((id) => ["vacancy.changed", { id }]);
  expect([await told(), await told()]).toEqual([events, []]);
});

test("by the organisation's calendar: it is tomorrow on Kiritimati before it is in Pago Pago", async () => {
  const zone = (name: string) =>
    server.owner.query("UPDATE tenant SET time_zone = $2 WHERE id = $1", [org.world.tenantId, name]);
  await zone("Pacific/Pago_Pago");
  await act(1, 9);
  expect(await told()).toEqual([]);
  await zone("Pacific/Kiritimati");
  expect(await told()).toHaveLength(1);
});

test.each([
  ["acting", announceActing],
  ["vacancies", announceVacancies],
])("of two workers at the same moment one says it: %s", async (_, announce) => {
  await act(1, 2);
  await vacancy({ acting_id: org.colleague.id, acting_until: await day(0) });
  await pass(1);
  const mark = server.published.length;
  const ended = await oneAtATime(server, org.world, announce);
  expect(ended).toEqual([1, 0].map((value) => ({ status: "fulfilled", value })));
  expect(org.world.events(mark)).toHaveLength(1);
});
