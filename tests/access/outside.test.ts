import { sql } from "../../server/platform/database/unit-of-work";
import { whoSees } from "../../server/projects/projects.policy";
import { roleCodes } from "../../server/roles/seeded-roles.service";
import { eventForOutside } from "../../shared/kernel/outside";
import { permissions } from "../../shared/kernel/permissions";
import { recordsOf } from "../factories/records";
import { everyCall, requestFor } from "../matrix/requests";
import { attach } from "../attachments/attachments";
import { at, newRoom } from "../bookings/rooms";
import { toldSince, worked } from "../notifications/worker";
import type { Api } from "../support/api";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { newBoard, ok, type TestBoard } from "../tasks/board";

const server = testServer();
let world: World;
let board: TestBoard;
let task: number;
beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world, { project: { budget: "84000.00" } });
  task = board.tasks[0]?.[0] as number;
});

const { manager, employee } = { manager: () => world.manager, employee: () => world.employee };
const put = (members: readonly { user_id: number; role?: string }[], by: Api = board.owner) =>
  by.put(`/project/${board.id}/members`, { members });
const withOwner = (...rest: { user_id: number; role?: string }[]) => [
  { user_id: manager().id, role: "owner" },
  { user_id: employee().id, role: "member" },
  ...rest,
];

/** Somebody from outside with a role of the organisation, in the project as said. */
async function outsider(code: (typeof roleCodes)[number] = "external", role?: string): Promise<Person> {
  const person = await world.person(code, { external: true });
  ok(await put(withOwner({ user_id: person.id, role })));
  return person;
}

/** An employee worked 1 h 30 on the task: what nobody outside may learn. */
const work = (api: Api = board.member) =>
  api.post("/time-entry", { task_id: task, date: "2026-11-18", hours: 1, minutes: 30, note: "SECRET-HOURS" });

test("who took part in a meeting, and is from outside by now, hears nothing of what becomes of it", async () => {
  const room = await newRoom(world, "Zab");
  const hr = world.api(world.hr);
  const times = { start_date: at("09:00"), end_date: at("10:00") };
  const people = [employee().id, manager().id];
  const meeting = { ...times, title: "Plans", bookable_type: "room", bookable_id: room, participants: people };
  const { id } = ok(await hr.post("/booking", meeting)).body.data;
  ok(await world.api(world.admin).post(`/user/${employee().id}`, { external: true }));
  const mark = server.published.length;
  await worked(server, world, async () => ok(await hr.put(`/booking/${id}`, { title: "Who is dismissed" })));
  expect(toldSince(world, mark).map(({ user }) => user)).toEqual([manager().id]);
  const heard = world.events(mark).filter(({ stream }) => stream === `user:${employee().id}`);
  expect(JSON.stringify(heard.map(({ event }) => eventForOutside(event)))).not.toContain("dismissed");
});

describe("whatever role the organisation gives them", () => {
  test.each(roleCodes)("%s: holds nothing but projects, and no call that asks for more", async (code) => {
    const person = await world.person(code, { external: true });
    const api = world.api(person);
    expect(ok(await api.get("/user/permissions")).body.data).toEqual(["project-list", "project-view"]);
    const answers = await Promise.all(
      ["/time-person", "/time-week/waiting", "/time-sheet", "/vas/vas-choice", "/leave/team", "/leave/balance"].map(
        (url) => api.get(`${url}?from=2026-11-16&to=2026-11-22`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await api.post("/project", { title: "Mine" })).status).toBe(403);
    expect((await api.get(`/project/single/${board.id}`)).status).toBe(404);
    expect(await world.tx((tx) => whoSees(tx, board.id, [person.id]))).toEqual([]);
  });

  test("SQL says the same as TypeScript of each permission, for each role, from outside or not", async () => {
    const holds = sql(
      "test.holds",
      "SELECT ARRAY(SELECT code FROM unnest($2::text[]) AS code WHERE person_holds($1, code)) AS held",
    );
    for (const code of roleCodes) {
      for (const external of [false, true]) {
        const person = await world.person(code, { external });
        const inSql = await world.tx((tx) => tx.one<{ held: string[] }>(holds, [person.id, permissions]));
        const inCode = ok(await world.api(person).get("/user/permissions")).body.data as string[];
        expect([code, external, inSql?.held]).toEqual([
          code,
          external,
          permissions.filter((one) => inCode.includes(one)),
        ]);
      }
    }
  });

  test("the calls that ask for a permission of the organisation refuse an administrator from outside", async () => {
    const person = await world.person("administrator", { external: true });
    const records = await recordsOf(world, "OUTSIDE");
    const asking = everyCall.filter(([, { permission }]) => {
      const codes: readonly string[] = typeof permission === "string" ? [permission] : (permission ?? ["project-list"]);
      return !codes.some((code) => code === "project-list" || code === "project-view");
    });
    expect(asking.length).toBeGreaterThan(80);
    for (const [name, endpoint] of asking) {
      const answer = await world.api(person).send(requestFor(endpoint, records));
      expect([name, answer.body.code]).toEqual([name, "permission.denied"]);
    }
  });

  test("they don't learn the names of the staff by handing over approvals that they don't have", async () => {
    const mark = server.published.length;
    const answer = await world.api(world.external).post("/delegation", { delegatee_id: world.hr.id });
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    expect(JSON.stringify(answer.body)).not.toContain("Hana");
    expect(world.events(mark)).toEqual([]);
  });
});

describe("in a project", () => {
  test("a guest where nothing is said, and by a group", async () => {
    const person = await outsider();
    const shown = ok(await board.owner.get(`/project/single/${board.id}`)).body.data;
    expect(shown.project_members.find((one: { user: Person }) => one.user.id === person.id).role).toBe("guest");
    expect(ok(await world.api(person).get("/project_user/user-project-permissions")).body.data).toEqual([
      { project_id: board.id, permissions: ["comment-create", "attachment-create"] },
    ]);
  });

  test("owners make them members, others don't; nobody makes them owners", async () => {
    const person = await outsider();
    const member = await put(withOwner({ user_id: person.id, role: "owner" }));
    expect([member.status, member.body.errors]).toEqual([
      422,
      { "members.2.role": ["People from outside can't own a project"] },
    ]);
    const editor = await world.person("manager"); // edits projects by profession, owns none
    ok(await put(withOwner({ user_id: person.id, role: "guest" }, { user_id: editor.id, role: "member" })));
    const more = withOwner({ user_id: person.id, role: "member" }, { user_id: editor.id, role: "member" });
    expect(Object.keys((await put(more, world.api(editor))).body.errors)).toEqual(["members.2.role"]);
    ok(await put(more));
    ok(await put(more, world.api(editor))); // stays what it is
  });

  test("a guest comments, attaches, and works on what is assigned to them; nothing else, and deletes nothing", async () => {
    const person = await outsider();
    const api = world.api(person);
    const [own, other] = board.tasks[0] as [number, number];
    ok(await board.owner.post(`/task/${own}`, { users: [person.id] }));
    const theirs = ok(await board.member.post("/comments", { task_id: own, comment: "<p>Ours</p>" })).body.data;
    const step = ok(await board.owner.post("/sub_task", { task_id: own, name: "Call" })).body.data;

    ok(await api.post("/comments", { task_id: other, comment: "<p>Hello</p>" }));
    ok(await api.post(`/task/${own}`, { title: "Better" }));
    ok(await api.put(`/task/${own}/status-update`, { task_status_id: board.columns[1] }));
    const refused = await Promise.all([
      api.post(`/task/${other}`, { title: "Worse" }),
      api.put(`/task/${other}/status-update`, { task_status_id: board.columns[1] }),
      api.put(`/task/${other}/archive`),
      api.delete(`/task/${own}`),
      api.delete(`/comments/${theirs.id}`),
      api.delete(`/sub_task/${step.id}`),
      api.post("/task", { title: "Mine", task_status_id: board.columns[0] }),
      api.post("/time-entry", { task_id: own, date: "2026-11-18", hours: 1, minutes: 0 }),
      api.get(`/task/status/${board.columns[0]}/sort-update/${other}`),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    const can = async (id: number) => ok(await api.get(`/task/${id}`)).body.data.can;
    expect(await can(own)).toMatchObject({ edit: true, move: true, delete: false, create: false, log: false });
    expect(await can(other)).toMatchObject({ edit: false, move: false, comment: true, attach: true });
    expect(ok(await api.get(`/project/single/${board.id}`)).body.data.can).toMatchObject({
      move_task: false,
      edit_assigned: true,
    });
    expect(ok(await api.get("/task/my-work")).body.projects[0].can).toEqual({ edit: true, move: true });
    const watched = ok(await api.get("/task/my-work?of=watching")).body.projects;
    expect(watched.map((one: { can: object }) => one.can)).toEqual([{ edit: false, move: false }]);
  });
});

describe("what they never see", () => {
  test("hours of persons, the budget, and what was deleted: in no answer that names the project", async () => {
    ok(await work());
    const other = board.tasks[0]?.[1] as number;
    ok(await board.owner.delete(`/task/${other}`));
    const person = await outsider("external", "member");
    const urls = [
      `/project/single/${board.id}`,
      `/project/${board.id}/edit`,
      "/project",
      `/project/${board.id}/task_tatus`,
      `/project/${board.id}/tasks`,
      `/task/${task}`,
      `/task/${task}/activity`,
      "/activity",
      "/timeline",
      "/task/mine",
      "/task/my-work?of=reported",
      `/time-entry?task_id=${task}`,
    ];
    const seen = async (who: Person) => {
      const api = world.api(who);
      return JSON.stringify(await Promise.all(urls.map(async (url) => (await api.get(url)).body)));
    };
    const ours = await seen(manager());
    for (const word of ['"spent_minutes":90', "SECRET-HOURS", "84000.00", "time_entry.created", "task.deleted"]) {
      expect(ours).toContain(word);
    }
    const theirs = await seen(person);
    for (const word of ['"spent_minutes":90', "SECRET-HOURS", "84000.00", "time_entry", "task.deleted"]) {
      expect(theirs).not.toContain(word);
    }
    expect(theirs).toContain("Card 0.1");
    expect((await world.api(person).get(`/project/${board.id}/time`)).status).toBe(403);
    expect((await world.api(person).get(`/time-entry?task_id=${task}&user_id=${employee().id}`)).status).toBe(403);
  });

  test("what they wrote down themself they see, and nobody else's beside it", async () => {
    const person = await outsider("external", "member");
    ok(await work());
    ok(await work(world.api(person)));
    const { data } = ok(await world.api(person).get(`/task/${task}`)).body;
    expect(data.time_entries.map((entry: { user: Person }) => entry.user.id)).toEqual([person.id]);
    expect(data.spent_minutes).toBe(0);
  });

  test("hours in the record of a refusal, or in the answer to their own change", async () => {
    const person = await outsider("external", "member");
    ok(await work());
    const stale = ok(await board.owner.post(`/task/${task}`, { title: "First" })).body.data.version - 1;
    const refused = await world.api(person).post(`/task/${task}`, { title: "Second", version: stale });
    expect([refused.status, refused.body.data?.spent_minutes]).toEqual([409, 0]);
    expect(ok(await world.api(person).post(`/task/${task}`, { title: "Third" })).body.data.spent_minutes).toBe(0);
  });

  test("how many people and projects there are", async () => {
    const counts = async (who: Person) => (await world.api(who).get("/api-plan")).body.count_summary;
    expect(await counts(world.external)).toEqual({ users: 0, projects: 0 });
    expect((await counts(world.employee)).users).toBeGreaterThan(5);
  });

  test("files of a project that they aren't in, whatever their role says of all projects", async () => {
    const auditor = await world.person("administrator", { external: true });
    const { file } = ok(await attach(board.owner, task, { bytes: png() })).body.data;
    expect((await world.api(world.admin).get(file.url)).status).toBe(200);
    expect((await world.api(auditor).get(file.url)).status).toBe(404);
  });
});
