import { LeaveTypeEntity } from "../../server/leave/leave.entity";
import { addDays, dayIn } from "../../shared/time/days.rules";
import { leaveTypeOf } from "../factories/records.leave";
import { newBoard, ok, type TestBoard } from "../tasks/board";
import { testServer } from "../support/server";
import type { World } from "../support/world";

const server = testServer();
let world: World;
let board: TestBoard;
let task: number;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world);
  task = board.tasks[0]?.[0] as number;
});

const today = () => dayIn("UTC", new Date());
const range = "from=2026-11-12&to=2026-11-18";
const log = (date: string, hours = 2) => board.member.post("/time-entry", { task_id: task, date, hours, minutes: 0 });

describe("refused", () => {
  test("others' time without the permission, projects one doesn't see, people who don't exist", async () => {
    expect((await board.stranger.get(`/time-sheet?${range}&user_id=${world.employee.id}`)).status).toBe(403);
    expect((await board.stranger.get(`/time-sheet?${range}&project_id=${board.id}`)).status).toBe(404);
    expect((await board.owner.get(`/time-sheet?${range}&user_id=9007199254740990`)).status).toBe(404);
    expect((await world.api(world.external).get(`/time-sheet?${range}`)).status).toBe(403);
    expect((await board.member.get("/time-person")).status).toBe(403);
  });

  test("no range, a wrong one, one that is too long", async () => {
    for (const query of ["", "from=2026-11-12", "from=2026-11-18&to=2026-11-12", "from=2026-10-01&to=2026-11-18"]) {
      expect((await board.member.get(`/time-sheet?${query}`)).status).toBe(422);
    }
  });
});

describe("the sheet", () => {
  test("has tasks, projects, what the days ask for, and which are locked", async () => {
    ok(await log("2026-11-13"));
    ok(await log("2026-11-16"));
    ok(await board.member.put("/time-week/2026-11-09/submit"));
    const sheet = ok(await board.member.get(`/time-sheet?${range}`)).body.data;
    expect(sheet.days.map((day: { state: string }) => day.state)).toEqual([
      ...Array(4).fill("submitted"),
      ...Array(3).fill("open"),
    ]);
    expect(sheet.days.map((day: { target_minutes: number }) => day.target_minutes)).toEqual([
      480, 480, 0, 0, 480, 480, 480,
    ]);
    expect(sheet.entries.map((entry: { date: string; can: object }) => [entry.date, entry.can])).toEqual([
      ["2026-11-16", { edit: true }],
      ["2026-11-13", { edit: false }],
    ]);
    expect(sheet.projects).toMatchObject([{ id: board.id }]);
    expect(sheet.tasks).toMatchObject([{ id: task, can: { log: true } }]);
  });

  test("a day asks for what the organisation and its holidays make of it, and for nothing of what one has off", async () => {
    const put = (text: string, values: unknown[] = []) => server.owner.query(text, [world.tenantId, ...values]);
    await put("UPDATE tenant SET weekend = '{5,6}', workday_hours = 7.5 WHERE id = $1");
    await put(
      `INSERT INTO holiday (tenant_id, date, name, half, location) VALUES
         ($1, '2026-11-15', 'Half', 'morning', NULL), ($1, '2026-11-16', 'Elsewhere', NULL, 'London')`,
    );
    const asked = async () => {
      const { days } = ok(await board.member.get(`/time-sheet?${range}`)).body.data;
      return days.map((day: { target_minutes: number }) => day.target_minutes);
    };
    // From Thursday; Friday and Saturday are free.
    expect(await asked()).toEqual([450, 0, 0, 225, 450, 450, 450]);
    const { id: type } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Annual")));
    const leave = (user: number, status: string, day: string, fromNoon: boolean) =>
      put(
        `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status)
           VALUES ($1, 'leave', $2, $3::text, $4) RETURNING id)
         INSERT INTO leave_request (tenant_id, id, user_id, leave_type_id, start_date, end_date, from_noon, days, live)
         SELECT $1, id, $2, $3::bigint, $5::date, $5::date, $6, 1, true FROM r`,
        [user, type, status, day, fromNoon],
      );
    await leave(world.employee.id, "approved", "2026-11-17", true);
    await leave(world.employee.id, "pending", "2026-11-18", false);
    await leave(world.hr.id, "approved", "2026-11-12", false);
    expect(await asked()).toEqual([450, 0, 0, 225, 450, 225, 450]);
  });

  test("of another: to look at only; and what one doesn't see counts without its name", async () => {
    ok(await log("2026-11-16"));
    const seen = ok(await board.owner.get(`/time-sheet?${range}&user_id=${world.employee.id}`)).body.data;
    expect(seen).toMatchObject({ user: { id: world.employee.id }, can: { log: false }, suggestions: [] });
    expect(seen.tasks).toMatchObject([{ id: task, can: { log: false } }]);
    const boss = await world.person("manager");
    const hidden = ok(await world.api(boss).get(`/time-sheet?${range}&user_id=${world.employee.id}`)).body.data;
    expect(hidden).toMatchObject({ entries: [], tasks: [], projects: [] });
    expect(hidden.days.find((day: { date: string }) => day.date === "2026-11-16").hidden_minutes).toBe(120);
  });

  test("suggests what one moved and commented on, and not where hours stand already", async () => {
    const second = board.tasks[0]?.[1] as number;
    ok(await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1] }));
    ok(await board.member.post("/comments", { task_id: second, comment: "Looks good" }));
    // A day off asks for nothing; it was done on the last day that does.
    const weekday = new Date(`${today()}T00:00:00Z`).getUTCDay();
    const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0;
    const day = addDays(today(), -back);
    await server.owner.query("UPDATE domain_event SET at = at - make_interval(days => $1) WHERE tenant_id = $2", [
      back,
      world.tenantId,
    ]);
    const read = async () => ok(await board.member.get(`/time-sheet?from=${day}&to=${day}`)).body.data;
    expect((await read()).suggestions).toMatchObject([
      { task_id: task, minutes: 15, source: { kind: "moved", column: "In progress" } },
      { task_id: second, minutes: 15, source: { kind: "commented" } },
    ]);
    ok(await log(day, 1));
    expect((await read()).suggestions.map((one: { task_id: number }) => one.task_id)).toEqual([second]);
    expect((await read()).tasks.map((one: { id: number }) => one.id)).toEqual([task, second]);
  });
});

test("tasks to write time on: those one may, by text or by what one did lately", async () => {
  ok(await log(today()));
  const find = async (who: typeof board.member, query = "") => {
    const found = ok(await who.get(`/time-task?${query}`)).body.data as { id: number }[];
    return found.map(({ id }) => id);
  };
  expect(await find(board.member)).toEqual([task]);
  expect(await find(board.member, "q=Card 1")).toHaveLength(2);
  expect(await find(board.viewer, "q=Card")).toEqual([]);
  expect(await find(board.stranger, "q=Card")).toEqual([]);
});

test("a project's estimates against what was spent, by task and by person", async () => {
  ok(await board.owner.post(`/task/${task}`, { estimate_minutes: 300 }));
  ok(await log("2026-11-16", 4));
  ok(await board.owner.post("/time-entry", { task_id: board.tasks[0]?.[1], date: "2026-11-16", hours: 1, minutes: 0 }));
  const time = ok(await board.viewer.get(`/project/${board.id}/time`)).body.data;
  expect(time).toMatchObject({
    estimate_minutes: 300,
    spent_on_estimated_minutes: 240,
    spent_minutes: 300,
    estimated_count: 1,
    task_count: 5,
    tasks: [
      { id: task, estimate_minutes: 300, spent_minutes: 240 },
      { estimate_minutes: null, spent_minutes: 60 },
    ],
    people: [
      { user: { id: world.employee.id }, minutes: 240 },
      { user: { id: world.manager.id }, minutes: 60 },
    ],
  });
  expect((await board.stranger.get(`/project/${board.id}/time`)).status).toBe(404);
});
