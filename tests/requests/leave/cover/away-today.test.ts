import { runConsumers } from "../../../../workers/platform/process-events";
import { testServer } from "../../../support/server";
import type { World } from "../../../support/world";
import { requireOk } from "../../../work/tasks/board";
import { nextYear, type LeaveFixture, leaveFixture, workingWeek } from "../fixtures";
import { absenceConsumers } from "../../../../workers/requests/leave/leave.consumers";

const server = testServer();
let world: World;
let at: LeaveFixture;
let id: number;
beforeEach(async () => {
  world = await server.world();
  at = await leaveFixture(world);
  ({ id } = requireOk(await at.ask(workingWeek(1))).body.data);
});

const url = (verb: string) => `/leave/leave-request/${id}/${verb}`;
async function eventsAfter(act: () => Promise<unknown>, today = true): Promise<unknown[]> {
  const mark = server.published.length;
  await act();
  const events = world.events(mark);
  if (today)
    await server.owner.query(
      "UPDATE leave_request SET start_date = current_date - 2, end_date = current_date + 2 WHERE id = $1",
      [id],
    );
  const then = server.published.length;
  await world.tx((tx) => runConsumers(tx, absenceConsumers, events));
  return world.events(then).map(({ stream, event }) => [stream, event.type, event.data]);
}
const expectedEvents = () => [
  [`directory:${world.tenantId}`, "user.updated", expect.objectContaining({ id: at.people.employee.id })],
];
const approve = async () => requireOk(await at.manager.put(url("approve")));

test("leave on another day and pending leave emit no absence event", async () => {
  expect(await eventsAfter(approve, false)).toEqual([]);
  expect(await eventsAfter(() => at.ask(workingWeek(3)))).toEqual([]);
});

test("approving leave for today emits one directory event without leave details", async () => {
  const all = await eventsAfter(approve);
  expect(all).toEqual(expectedEvents());
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`${nextYear}-|leave|start_date|end_date`));
  const { data } = (await world.api(world.hr).get(`/user/${at.people.employee.id}`)).body;
  expect(data.away_until).not.toBeNull();
});

test("undoing the decision or cancelling the leave ends the absence", async () => {
  const awayUntil = async () => (await world.api(world.hr).get(`/user/${at.people.employee.id}`)).body.data.away_until;
  await approve();
  expect(await eventsAfter(async () => requireOk(await at.manager.put(`/approvals/request/${id}/undo`)))).toEqual(
    expectedEvents(),
  );
  expect(await awayUntil()).toBeNull();
  ({ id } = requireOk(await at.ask(workingWeek(3))).body.data);
  await approve();
  expect(await eventsAfter(async () => requireOk(await at.employee.put(url("cancel"))))).toEqual(expectedEvents());
  expect(await awayUntil()).toBeNull();
});
