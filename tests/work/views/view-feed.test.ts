import ICAL from "ical.js";
import { revokeSecretLinks } from "../../../server/identity/session/session.slots";
import type { SavedView, TaskFeedRow } from "../../../shared/work/views/views.contract";
import type { Api } from "../../support/api";
import { calendarFaults } from "../../support/icalendar";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();

let world: World;
let board: TestBoard;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world, { cards: [0, 0, 0] });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const save = async (api: Api, input: object): Promise<SavedView> =>
  requireOk(await api.post("/views", { project_id: board.id, scope: "own", name: "Urgent", layout: "list", ...input }))
    .body.data;
const create = async (api: Api, { id }: SavedView): Promise<string> =>
  requireOk(await api.post(`/views/${id}/calendar-feed`)).body.data.path;
const summaries = async (path: string): Promise<string[]> => {
  const { text } = requireOk(await world.api().get(path));
  expect(calendarFaults(text)).toEqual([]);
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  return events.map((event) => String(event.getFirstPropertyValue("summary")).replace(/^\S+ /, "")).toSorted();
};
const statusOf = async (path: string) => (await world.api().get(path)).status;
const feeds = async (api: Api): Promise<TaskFeedRow[]> => requireOk(await api.get("/task-feeds")).body.data;

test("a feed of a view requires a session and a visible view, an address its own user", async () => {
  const own = await save(board.owner, {});
  const elsewhere = await server.world();
  const path = `/views/${own.id}/calendar-feed`;
  const statuses = async (api: Api) => [await api.get(path), await api.post(path)].map(({ status }) => status);
  expect(await statuses(world.api())).toEqual([401, 401]);
  for (const api of [board.member, board.stranger, elsewhere.api(elsewhere.admin)])
    expect(await statuses(api)).toEqual([404, 404]);
  const address = await create(board.owner, own);
  const [feed] = await feeds(board.owner);
  expect((await board.member.delete(`/task-feeds/${feed?.id}`)).status).toBe(404);
  expect((await elsewhere.api().get(address)).status).toBe(404);
  expect(await statusOf(address.replace("/views/", "/task/"))).toBe(404);
  expect(await statusOf(address)).toBe(200);
});

test("a feed follows its view and ends when the view is hidden or deleted", async () => {
  const [todo] = board.columns;
  await board.add(todo, { title: "Urgent", priority: "high", due_date: inDays(1) });
  await board.add(todo, { title: "Later", priority: "low", due_date: inDays(1) });
  await board.add(todo, { title: "Undated", priority: "high" });
  const shared = await save(board.owner, { scope: "project", query: "priority=high" });
  const [address, owners] = [await create(board.member, shared), await create(board.owner, shared)];
  expect(await summaries(address)).toEqual(["Urgent"]);
  requireOk(await board.owner.put(`/views/${shared.id}`, { query: "all=priority.not:high", version: 1 }));
  expect(await summaries(address)).toEqual(["Later"]);
  requireOk(await board.owner.put(`/views/${shared.id}`, { scope: "own", version: 2 }));
  expect([await statusOf(address), await statusOf(owners)]).toEqual([404, 200]);
  requireOk(await board.owner.delete(`/views/${shared.id}`));
  expect(await statusOf(owners)).toBe(404);
  expect(await feeds(board.owner)).toMatchObject([{ view: null, project: null }]);
  requireOk(await board.owner.post(`/views/${shared.id}/restore`));
  expect(await statusOf(owners)).toBe(200);
});

test("addresses are listed, renewed and revoked", async () => {
  const view = await save(board.member, { name: "Mine" });
  const first = await create(board.member, view);
  const second = await create(board.member, view);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  requireOk(await board.member.post(`/project/${board.id}/calendar-feed`, { query: "" }));
  const listed = await feeds(board.member);
  expect(listed).toMatchObject([
    { view: "Mine", project: "Website relaunch", used_at: expect.any(String) },
    { view: null, project: "Website relaunch", used_at: null },
  ]);
  expect(requireOk(await board.member.get(`/views/${view.id}/calendar-feed`)).body.data.id).toBe(listed[0]?.id);
  requireOk(await board.member.delete(`/task-feeds/${listed[0]?.id}`));
  expect(await statusOf(second)).toBe(404);
  expect(requireOk(await board.member.get(`/views/${view.id}/calendar-feed`)).body.data).toBeNull();
  const third = await create(board.member, view);
  await world.tx(async (tx) => {
    for (const revoke of revokeSecretLinks.filling) await revoke(tx, world.employee.id);
  });
  expect([await statusOf(third), (await feeds(board.member)).length]).toEqual([404, 0]);
});

test("feeds across projects contain my work, or the visible projects of a timeline", async () => {
  const other = await newBoard(world, { cards: [0, 0, 0], project: { title: "Other", members: [] } });
  const second = await newBoard(world, { cards: [0, 0, 0], project: { title: "Second" } });
  const assigned = { users: [world.employee.id], due_date: inDays(2) };
  await board.add(board.columns[0], { title: "Mine", priority: "high", ...assigned });
  await board.add(board.columns[0], { title: "Low", priority: "low", ...assigned });
  await second.add(second.columns[0], { title: "Unassigned", priority: "high", due_date: inDays(3) });
  await other.add(other.columns[0], { title: "Hidden", priority: "high", due_date: inDays(3) });
  const across = { project_id: null, query: "priority=high" };
  const work = await create(board.member, await save(board.member, across));
  const timeline = await create(board.member, await save(board.member, { ...across, layout: "timeline" }));
  const chosen = { ...across, layout: "timeline", query: `priority=high&projects=${second.id},${other.id}` };
  const one = await create(board.member, await save(board.member, chosen));
  expect(await summaries(work)).toEqual(["Mine"]);
  expect(await summaries(timeline)).toEqual(["Mine", "Unassigned"]);
  expect(await summaries(one)).toEqual(["Unassigned"]);
});

test("my work contains coming dates of series that the user will be assigned to", async () => {
  const people = [board.people.member.id, board.people.owner.id] as const;
  const [member, owner] = people;
  const assigned = { users: [member], due_date: inDays(0), priority: "high" };
  const task = await board.add(board.columns[0], { title: "Water the plants", ...assigned });
  const rule = { unit: "week", every: 1, first_day: inDays(0), weekdays: [0, 1, 2, 3, 4, 5, 6], days_off: "keep" };
  const settings = { ...rule, until: inDays(2), basis: "schedule", lead_days: 0, at_hour: 23 };
  requireOk(await board.owner.post(`/task/${task.id}/series`, settings));
  requireOk(await board.owner.post(`/task/${task.id}`, { users: [owner] }));
  const feedOf = async (api: Api, query: string) =>
    summaries(await create(api, await save(api, { project_id: null, query })));
  const coming = ["Water the plants", "Water the plants"];
  expect(await feedOf(board.member, "")).toEqual(coming);
  expect(await feedOf(board.owner, "")).toEqual(["Water the plants"]);
  expect(await feedOf(board.member, "priority=high")).toEqual(coming);
  expect(await feedOf(board.member, "priority=low")).toEqual([]);
  expect(await feedOf(board.member, "state=done")).toEqual([]);
  expect(await feedOf(board.member, "of=reported")).toEqual([]);
  expect(await feedOf(board.owner, "of=reported")).toHaveLength(3);
});

test("a feed filters by its user and by days in the organization's time zone", async () => {
  const [todo] = board.columns;
  const due = { due_date: inDays(2) };
  const mine = await board.add(todo, { title: "Mine", users: [world.employee.id], ...due });
  const early = await board.add(todo, { title: "Early", ...due });
  const late = await board.add(todo, { title: "Late", ...due });
  const shared = await save(board.owner, { scope: "project", query: "u=-1" });
  expect(await summaries(await create(board.member, shared))).toEqual(["Mine"]);
  expect(await summaries(await create(board.owner, shared))).toEqual([]);
  await world.tx(async ({ manager }) => {
    await manager.query("UPDATE tenant SET time_zone = 'Pacific/Kiritimati' WHERE id = current_tenant()");
    const createdAt =
      "UPDATE task SET created_at = '2026-03-01'::timestamp AT TIME ZONE 'Pacific/Kiritimati' + $2::interval WHERE id = $1";
    await manager.query(createdAt, [mine.id, "2 days"]);
    await manager.query(createdAt, [early.id, "0"]);
    await manager.query(createdAt, [late.id, "-1 second"]);
  });
  const created = await save(board.member, { query: "all=created_at.between:2026-03-01,2026-03-01" });
  expect(await summaries(await create(board.member, created))).toEqual(["Early"]);
});

test("relative weeks begin on the user's first day of the week", async () => {
  const [todo] = board.columns;
  const weekday = new Date().getUTCDay();
  const days = Array.from({ length: 15 }, (_, at) => at - 7);
  for (const day of days) await board.add(todo, { title: `Day ${(weekday + day + 14) % 7}`, due_date: inDays(day) });
  const view = await save(board.member, { query: "all=due_date.thisWeek" });
  const address = await create(board.member, view);
  const start = "UPDATE app_user SET week_start = $2 WHERE tenant_id = current_tenant() AND id = $1";
  for (const [first, begins] of [
    ["sunday", 0],
    ["monday", 1],
  ] as const) {
    await world.tx(({ manager }) => manager.query(start, [world.employee.id, first]));
    expect(await summaries(address)).toEqual(["Day 0", "Day 1", "Day 2", "Day 3", "Day 4", "Day 5", "Day 6"]);
    const { text } = await world.api().get(address);
    const starts = [...text.matchAll(/DTSTART;VALUE=DATE:(\d{8})/g)].map(([, day]) => Number(day));
    const firstDay = new Date(String(Math.min(...starts)).replace(/(....)(..)(..)/, "$1-$2-$3T00:00:00Z"));
    expect(firstDay.getUTCDay()).toBe(begins);
  }
});
