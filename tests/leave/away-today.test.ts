import { awayConsumers } from "../../workers/leave/away.consumers";
import { runConsumers } from "../../workers/platform/process-events";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { ok } from "../tasks/board";
import { nextYear, type Office, office, week } from "./office";

/** Who is away today stands in the directory and on the chart: open screens are told when that changes. */
const server = testServer();
let world: World;
let at: Office;
let id: number;
beforeEach(async () => {
  world = await server.world();
  at = await office(world);
  ({ id } = ok(await at.ask(week(1))).body.data);
});

const url = (verb: string) => `/leave/leave-request/${id}/${verb}`;
/** What the worker makes of the act; `today`: the leave is moved to today first, whatever day of the week that is. */
async function toldAfter(act: () => Promise<unknown>, today = true): Promise<unknown[]> {
  const mark = server.published.length;
  await act();
  const events = world.events(mark);
  if (today)
    await server.owner.query(
      "UPDATE leave_request SET start_date = current_date - 2, end_date = current_date + 2 WHERE id = $1",
      [id],
    );
  const then = server.published.length;
  await world.tx((tx) => runConsumers(tx, awayConsumers, events));
  return world.events(then).map(({ stream, event }) => [stream, event.type, event.data]);
}
const told = () => [
  [`directory:${world.tenantId}`, "user.updated", expect.objectContaining({ id: at.people.employee.id })],
];
const approve = async () => ok(await at.manager.put(url("approve")));

test("not of another day's leave, and not of what is only asked for", async () => {
  expect(await toldAfter(approve, false)).toEqual([]);
  expect(await toldAfter(() => at.ask(week(3)))).toEqual([]);
});

test("when it is approved: once, on the directory's stream, without a word of the leave", async () => {
  const all = await toldAfter(approve);
  expect(all).toEqual(told());
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`${nextYear}-|leave|start_date|end_date`));
  const { data } = (await world.api(world.hr).get(`/user/${at.people.employee.id}`)).body;
  expect(data.away_until).not.toBeNull();
});

test("when the decision is taken back, or the leave cancelled: nobody is away any more", async () => {
  const awayUntil = async () => (await world.api(world.hr).get(`/user/${at.people.employee.id}`)).body.data.away_until;
  await approve();
  expect(await toldAfter(async () => ok(await at.manager.put(`/approvals/request/${id}/undo`)))).toEqual(told());
  expect(await awayUntil()).toBeNull();
  ({ id } = ok(await at.ask(week(3))).body.data);
  await approve();
  expect(await toldAfter(async () => ok(await at.employee.put(url("cancel"))))).toEqual(told());
  expect(await awayUntil()).toBeNull();
});
