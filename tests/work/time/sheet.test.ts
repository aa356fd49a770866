import { LeaveTypeEntity } from "../../../server/requests/leave/types/leave.entity";
import { addDays, localDayIn } from "../../../shared/kernel/days";
import { leaveTypeOf } from "../../requests/leave/leave.records";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";

const server = testServer();
let world: World;
let board: TestBoard;
let task: number;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world);
  task = board.tasks[0]?.[0] as number;
});

const today = () => localDayIn("UTC", new Date());
const range = "from=2026-11-12&to=2026-11-18";
const log = (date: string, hours = 2) => board.member.post("/time-entry", { task_id: task, date, hours, minutes: 0 });

describe("refused time sheets", () => {
  test("reading time sheets of other users and hidden projects is refused", async () => {
    expect((await board.stranger.get(`/time-sheet?${range}&user_id=${world.employee.id}`)).status).toBe(403);
    expect((await board.stranger.get(`/time-sheet?${range}&project_id=${board.id}`)).status).toBe(404);
    expect((await board.owner.get(`/time-sheet?${range}&user_id=9007199254740990`)).status).toBe(404);
    expect((await world.api(world.external).get(`/time-sheet?${range}`)).status).toBe(403);
    expect((await board.member.get("/time-person")).status).toBe(403);
  });

  test("a missing, reversed or too long date range gets 422", async () => {
    for (const query of ["", "from=2026-11-12", "from=2026-11-18&to=2026-11-12", "from=2026-10-01&to=2026-11-18"]) {
      expect((await board.member.get(`/time-sheet?${query}`)).status).toBe(422);
    }
  });
});

describe("time sheet", () => {
  test("a time sheet has tasks, projects, target minutes per day and locked days", async () => {
    requireOk(await log("2026-11-13"));
    requireOk(await log("2026-11-16"));
    requireOk(await board.member.put("/time-week/2026-11-09/submit"));
    const sheet = requireOk(await board.member.get(`/time-sheet?${range}`)).body.data;
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

  test("target minutes follow working days, holidays and the user's leave", async () => {
    const execute = (text: string, values: unknown[] = []) => server.owner.query(text, [world.tenantId, ...values]);
    await execute("UPDATE tenant SET weekend = '{5,6}', workday_hours = 7.5 WHERE id = $1");
    await execute(
      `INSERT INTO holiday (tenant_id, date, name, half, location) VALUES
         ($1, '2026-11-15', 'Half', 'morning', NULL), ($1, '2026-11-16', 'Elsewhere', NULL, 'London')`,
    );
    const statuses = async () => {
      const { days } = requireOk(await board.member.get(`/time-sheet?${range}`)).body.data;
      return days.map((day: { target_minutes: number }) => day.target_minutes);
    };
    // The range begins on a Thursday; Friday and Saturday are the weekend.
    expect(await statuses()).toEqual([450, 0, 0, 225, 450, 450, 450]);
    const { id: type } = await world.tx((tx) => tx.repo(LeaveTypeEntity).insert(leaveTypeOf("Annual")));
    const leave = (user: number, status: string, day: string, fromNoon: boolean) =>
      execute(
        `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type, status)
           VALUES ($1, 'leave', $2, $3::text, $4) RETURNING id)
         INSERT INTO leave_request (tenant_id, id, user_id, leave_type_id, start_date, end_date, from_noon, days, live)
         SELECT $1, id, $2, $3::bigint, $5::date, $5::date, $6, 1, true FROM r`,
        [user, type, status, day, fromNoon],
      );
    await leave(world.employee.id, "approved", "2026-11-17", true);
    await leave(world.employee.id, "pending", "2026-11-18", false);
    await leave(world.hr.id, "approved", "2026-11-12", false);
    expect(await statuses()).toEqual([450, 0, 0, 225, 450, 225, 450]);
  });

  test("another user's sheet is read-only; hidden projects are sums without names", async () => {
    requireOk(await log("2026-11-16"));
    const othersSheet = requireOk(await board.owner.get(`/time-sheet?${range}&user_id=${world.employee.id}`)).body.data;
    expect(othersSheet).toMatchObject({ user: { id: world.employee.id }, can: { log: false }, suggestions: [] });
    expect(othersSheet.tasks).toMatchObject([{ id: task, can: { log: false } }]);
    const boss = await world.person("manager");
    const hidden = requireOk(await world.api(boss).get(`/time-sheet?${range}&user_id=${world.employee.id}`)).body.data;
    expect(hidden).toMatchObject({ entries: [], tasks: [], projects: [] });
    expect(hidden.days.find((day: { date: string }) => day.date === "2026-11-16").hidden_minutes).toBe(120);
  });

  test("a project filter keeps the time of other projects in each day's sum", async () => {
    const other = await newBoard(world);
    const date = "2026-11-16";
    requireOk(await log(date, 1));
    requireOk(await board.member.post("/time-entry", { task_id: other.tasks[0]?.[0], date, hours: 7, minutes: 0 }));
    const sheet = requireOk(await board.member.get(`/time-sheet?${range}&project_id=${board.id}`)).body.data;
    expect(sheet).toMatchObject({ entries: [{ task_id: task, hours: 1 }], tasks: [{ id: task }] });
    expect(sheet.days.find((day: { date: string }) => day.date === date).hidden_minutes).toBe(420);
  });

  test("a time sheet suggests tasks without time that the user moved or commented on", async () => {
    const second = board.tasks[0]?.[1] as number;
    requireOk(await board.member.put(`/task/${task}/status-update`, { task_status_id: board.columns[1] }));
    requireOk(await board.member.post("/comments", { task_id: second, comment: "Looks good" }));
    // Days off have no target, so the suggestion is for the last working day.
    const weekday = new Date(`${today()}T00:00:00Z`).getUTCDay();
    const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0;
    const day = addDays(today(), -back);
    await server.owner.query("UPDATE domain_event SET at = at - make_interval(days => $1) WHERE tenant_id = $2", [
      back,
      world.tenantId,
    ]);
    const read = async () => requireOk(await board.member.get(`/time-sheet?from=${day}&to=${day}`)).body.data;
    expect((await read()).suggestions).toMatchObject([
      { task_id: task, minutes: 15, source: { kind: "moved", column: "In progress" } },
      { task_id: second, minutes: 15, source: { kind: "commented" } },
    ]);
    const other = await newBoard(world);
    const full = { task_id: other.tasks[0]?.[0], date: day, hours: 8, minutes: 0 };
    const { id } = requireOk(await board.member.post("/time-entry", full)).body.data;
    const filtered = await board.member.get(`/time-sheet?from=${day}&to=${day}&project_id=${board.id}`);
    expect(requireOk(filtered).body.data.suggestions).toEqual([]);
    requireOk(await board.member.delete(`/time-entry/${id}`));
    requireOk(await log(day, 1));
    expect((await read()).suggestions.map((one: { task_id: number }) => one.task_id)).toEqual([second]);
    expect((await read()).tasks.map((one: { id: number }) => one.id)).toEqual([task, second]);
  });
});

test("tasks for logging time are found by text, or by recent activity without text", async () => {
  requireOk(await log(today()));
  const find = async (who: typeof board.member, query = "") => {
    const found = requireOk(await who.get(`/time-task?${query}`)).body.data as { id: number }[];
    return found.map(({ id }) => id);
  };
  expect(await find(board.member)).toEqual([task]);
  expect(await find(board.member, "q=Card 1")).toHaveLength(3);
  expect(await find(board.member, "q=1 CÁRD")).toHaveLength(3);
  expect(await find(board.viewer, "q=Card")).toEqual([]);
  expect(await find(board.stranger, "q=Card")).toEqual([]);
});

test("a project's estimates are compared with logged time by task and user", async () => {
  requireOk(await board.owner.post(`/task/${task}`, { estimate_minutes: 300 }));
  requireOk(await log("2026-11-16", 4));
  requireOk(
    await board.owner.post("/time-entry", { task_id: board.tasks[0]?.[1], date: "2026-11-16", hours: 1, minutes: 0 }),
  );
  const time = requireOk(await board.viewer.get(`/project/${board.id}/time`)).body.data;
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

  // An archived task counts in neither the comparison nor the progress. Its time still counts.
  requireOk(await board.owner.put(`/task/${task}/archive`));
  expect(requireOk(await board.viewer.get(`/project/${board.id}/time`)).body.data).toMatchObject({
    estimate_minutes: 0,
    spent_on_estimated_minutes: 0,
    spent_minutes: 300,
    estimated_count: 0,
    task_count: 4,
  });
});
