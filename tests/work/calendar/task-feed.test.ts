import ICAL from "ical.js";
import { revokeSecretLinks } from "../../../server/identity/session/session.slots";
import { UserEntity } from "../../../server/people/people/user.entity";
import { changeStatement } from "../../locks/lock-gap";
import type { Api } from "../../support/api";
import { calendarFaults } from "../../support/icalendar";
import { testServer } from "../../support/server";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const events = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => {
    const read = (name: string) => String(event.getFirstPropertyValue(name));
    return {
      uid: read("uid"),
      summary: read("summary"),
      start: read("dtstart"),
      end: read("dtend"),
      allDay: (event.getFirstPropertyValue("dtstart") as ICAL.Time).isDate,
      sequence: Number(event.getFirstPropertyValue("sequence")),
      description: read("description"),
      url: read("url"),
    };
  });

const create = async (api: Api, { id }: Pick<TestBoard, "id">, query = "") =>
  requireOk(await api.post(`/project/${id}/calendar-feed`, { query })).body.data.path as string;

test("a feed of tasks requires a session and a visible project", async () => {
  const world = await server.world();
  const elsewhere = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const path = `/project/${board.id}/calendar-feed`;
  const statusesOf = async (api: Api) =>
    [await api.get(path), await api.post(path, { query: "" }), await api.delete(path)].map(({ status }) => status);
  expect(await statusesOf(world.api())).toEqual([401, 401, 401]);
  expect(await statusesOf(board.stranger)).toEqual([404, 404, 404]);
  expect(await statusesOf(elsewhere.api(elsewhere.admin))).toEqual([404, 404, 404]);
  const long = await board.owner.post(path, { query: "q".repeat(4_001) });
  expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ["query"]]);
});

test("a feed contains dated tasks as whole days and gets 304 while nothing changes", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const [todo, , done] = board.columns;
  const due = await board.add(todo, { title: "Order tea; two, three\nboxes", due_date: soon(3) });
  const long = await board.add(todo, {
    title: "Paint",
    start_date: soon(1),
    due_date: soon(2),
    users: [world.employee.id],
  });
  await board.add(todo, { title: "Without a date" });
  await board.add(todo, { title: "Far away", due_date: soon(800) });
  const finished = await board.add(done, { title: "Swept", due_date: soon(0) });
  const path = await create(board.viewer, board);
  expect(path).toMatch(/^\/task\/calendar\/[\w-]{43}\.ics$/);

  const feed = await world.api().get(path);
  expect(feed.headers["content-type"]).toContain("text/calendar");
  expect(calendarFaults(feed.text)).toEqual([]);
  const found = events(feed.text);
  expect(found.map(({ summary }) => summary).sort()).toEqual(
    [`${due.key} ${due.title}`, `${long.key} Paint`, `✓ ${finished.key} Swept`].sort(),
  );
  expect(found.find(({ summary }) => summary.endsWith("Paint"))).toMatchObject({
    uid: expect.stringMatching(new RegExp(`^task-${long.id}@`)),
    start: soon(1),
    end: soon(3),
    allDay: true,
    sequence: long.version,
    description: expect.stringContaining(world.employee.fullname),
    url: expect.stringMatching(new RegExp(`^https?://.+/t/${long.id}$`)),
  });
  const unchanged = { headers: { "if-none-match": String(feed.headers.etag) } };
  expect((await world.api().get(path, unchanged)).status).toBe(304);

  requireOk(await board.owner.post(`/task/${long.id}`, { due_date: soon(4) }));
  const after = await world.api().get(path, unchanged);
  expect(after.status).toBe(200);
  const moved = events(after.text).find(({ summary }) => summary.endsWith("Paint"));
  expect(moved).toMatchObject({ end: soon(5) });
  expect(moved?.sequence).toBeGreaterThan(long.version);
});

test("a feed has the filter with which it was created", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const [todo] = board.columns;
  await board.add(todo, { title: "Urgent", priority: "high", due_date: soon(1) });
  await board.add(todo, { title: "Later", priority: "low", due_date: soon(1) });
  const path = await create(board.member, board, "priority=high&month=2026-11");
  expect(events((await world.api().get(path)).text).map(({ summary }) => summary)).toEqual([
    expect.stringContaining("Urgent"),
  ]);
  const read = requireOk(await board.member.get(`/project/${board.id}/calendar-feed`)).body.data;
  expect(read).toMatchObject({ query: "priority=high&month=2026-11", used_at: expect.any(String) });
  expect(JSON.stringify(read)).not.toContain(path.slice(15, 40));
  expect(requireOk(await board.owner.get(`/project/${board.id}/calendar-feed`)).body.data).toBeNull();
});

test("an address ends when it is renewed, revoked, or all links of the user end", async () => {
  const world = await server.world();
  const elsewhere = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const statusOf = async (path: string) => (await world.api().get(path)).status;
  const first = await create(board.member, board);
  expect((await elsewhere.api().get(first)).status).toBe(404);
  expect(await statusOf("/task/calendar/nonsense.ics")).toBe(404);
  const second = await create(board.member, board);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  const others = await create(board.owner, board);
  requireOk(await board.member.delete(`/project/${board.id}/calendar-feed`));
  expect([await statusOf(second), await statusOf(others)]).toEqual([404, 200]);
  expect((await board.member.delete(`/project/${board.id}/calendar-feed`)).status).toBe(404);
  const third = await create(board.member, board);
  await world.tx(async (tx) => {
    for (const revoke of revokeSecretLinks.filling) await revoke(tx, world.employee.id);
  });
  expect([await statusOf(third), await statusOf(others)]).toEqual([404, 200]);
});

test("a feed is gone for a user who has left the project or the organization", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const path = await create(board.member, board);
  const owners = await create(board.owner, board);
  expect((await world.api().get(path)).status).toBe(200);
  const leave = "DELETE FROM project_member WHERE tenant_id = current_tenant() AND user_id = $1";
  await world.tx(changeStatement(leave, world.employee.id));
  expect((await world.api().get(path)).status).toBe(404);
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.manager.id }, { active: false }));
  expect((await world.api().get(owners)).status).toBe(404);
});

test("dates of other series don't displace those that match a feed's filter", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const rule = { every: 1, first_day: soon(0), days_off: "keep", basis: "schedule", lead_days: 0, at_hour: 23 };
  const repeat = async (fields: object, settings: object) => {
    const task = await board.add(board.columns[0], { title: "Repeat", due_date: soon(0), ...fields });
    requireOk(await board.owner.post(`/task/${task.id}/series`, { ...rule, ...settings }));
  };
  const daily = { unit: "week", weekdays: [0, 1, 2, 3, 4, 5, 6] };
  for (let count = 0; count < 6; count++) await repeat({ priority: "low" }, daily);
  await repeat({ priority: "high" }, { unit: "week", weekdays: [3] });
  const { text } = await world.api().get(await create(board.owner, board, "priority=high"));
  const dates = events(text).filter(({ uid }) => uid.startsWith("task-series-"));
  expect(dates.at(-1)?.start.localeCompare(soon(120))).toBe(1);
});

test("coming dates of series are tentative events in a feed until their tasks exist", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const task = await board.add(board.columns[0], {
    title: "Water the plants",
    due_date: soon(0),
    priority: "low",
    users: [board.people.member.id],
  });
  const rule = { unit: "week", every: 1, first_day: soon(0), weekdays: [0, 1, 2, 3, 4, 5, 6], days_off: "keep" };
  const settings = { ...rule, until: soon(3), basis: "schedule", lead_days: 0, at_hour: 23 };
  const { data: series } = requireOk(await board.owner.post(`/task/${task.id}/series`, settings)).body;
  const path = await create(board.viewer, board);
  const comingIn = async (feedPath: string) => {
    const { text } = await world.api().get(feedPath);
    expect(calendarFaults(text)).toEqual([]);
    return { text, coming: events(text).filter(({ uid }) => uid.startsWith("task-series-")) };
  };
  const { text, coming } = await comingIn(path);
  expect(coming.map(({ start }) => start)).toEqual([soon(1), soon(2), soon(3)]);
  expect(coming[0]).toMatchObject({
    uid: expect.stringMatching(new RegExp(`^task-series-${series.id}-${soon(1)}@`)),
    summary: "↻ Water the plants",
    allDay: true,
    url: expect.stringMatching(new RegExp(`/t/${task.id}$`)),
  });
  expect(text.match(/^STATUS:TENTATIVE/gm)).toHaveLength(3);
  expect((await comingIn(await create(board.member, board, "priority=high"))).coming).toEqual([]);
  expect((await comingIn(await create(board.member, board, "priority=low"))).coming).toHaveLength(3);
  const { owner, member } = board.people;
  requireOk(await board.owner.post(`/task/${task.id}`, { users: [owner.id], task_status_id: board.columns[1] }));
  for (const [query, count] of [
    ["u=-1", 0],
    [`u=${member.id}`, 3],
    ["u=0", 0],
    [`s=${board.columns[0]}`, 3],
    [`s=${board.columns[1]}`, 0],
  ] as const)
    expect((await comingIn(await create(board.owner, board, query))).coming).toHaveLength(count);
  requireOk(await board.owner.post(`/task_series/${series.id}/state`, { state: "ended" }));
  expect((await comingIn(path)).coming).toEqual([]);
});
