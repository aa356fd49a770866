import { createExporter } from "../../workers/insights/exports/exports";
import { permissions } from "../../shared/access";
import { sql } from "../../server/platform/database/unit-of-work";
import { filterProjectViewers } from "../../server/work/access/projects.policy";
import { roleCodes } from "../../server/administration/roles/seeded-roles";
import { eventForExternal } from "../../shared/kernel/external-view";
import { recordsOf } from "../factories/records";
import { allCalls, requestFor } from "../matrix/requests";
import { uploadAttachment } from "../work/attachments/attachments";
import { wednesdayAt, newRoom } from "../bookings/bookings/rooms";
import { notificationsSince, runWorkerAfter } from "../communication/notifications/worker";
import type { Api } from "../support/api";
import { readZip } from "../support/read-zip";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { Person, World } from "../support/world";
import { newBoard, requireOk, type TestBoard } from "../work/tasks/board";

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
const putMembers = (members: readonly { user_id: number; role?: string }[], by: Api = board.owner) =>
  by.put(`/project/${board.id}/members`, { members });
const withOwner = (...rest: { user_id: number; role?: string }[]) => [
  { user_id: manager().id, role: "owner" },
  { user_id: employee().id, role: "member" },
  ...rest,
];

async function outsider(code: (typeof roleCodes)[number] = "external", role?: string): Promise<Person> {
  const person = await world.person(code, { external: true });
  requireOk(await putMembers(withOwner({ user_id: person.id, role })));
  return person;
}

/** Logs 1 h 30 min on the task; external users must not see these hours. */
const work = (api: Api = board.member) =>
  api.post("/time-entry", { task_id: task, date: "2026-11-18", hours: 1, minutes: 30, note: "SECRET-HOURS" });

test("a participant who became external gets no events about the meeting", async () => {
  const room = await newRoom(world, "Zab");
  const hr = world.api(world.hr);
  const times = { start_date: wednesdayAt("09:00"), end_date: wednesdayAt("10:00") };
  const people = [employee().id, manager().id];
  const meeting = { ...times, title: "Plans", bookable_type: "room", bookable_id: room, participants: people };
  const { id } = requireOk(await hr.post("/booking", meeting)).body.data;
  requireOk(await world.api(world.admin).post(`/user/${employee().id}`, { external: true }));
  const mark = server.published.length;
  await runWorkerAfter(server, world, async () =>
    requireOk(await hr.put(`/booking/${id}`, { title: "Who is dismissed" })),
  );
  expect(notificationsSince(world, mark).map(({ user }) => user)).toEqual([manager().id]);
  const heard = world.events(mark).filter(({ stream }) => stream === `user:${employee().id}`);
  expect(JSON.stringify(heard.map(({ event, stream }) => eventForExternal(event, stream)))).not.toContain("dismissed");
});

describe("external users with any tenant role", () => {
  test.each(roleCodes)("an external %s has only project permissions and gets 403 elsewhere", async (code) => {
    const person = await world.person(code, { external: true });
    const api = world.api(person);
    expect(requireOk(await api.get("/user/permissions")).body.data).toEqual(["project-list", "project-view"]);
    const answers = await Promise.all(
      ["/time-person", "/time-week/waiting", "/time-sheet", "/vas/vas-choice", "/leave/team", "/leave/balance"].map(
        (url) => api.get(`${url}?from=2026-11-16&to=2026-11-22`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await api.post("/project", { title: "Mine" })).status).toBe(403);
    expect((await api.get(`/project/single/${board.id}`)).status).toBe(404);
    expect(await world.tx((tx) => filterProjectViewers(tx, board.id, [person.id]))).toEqual([]);
  });

  test("SQL and TypeScript agree on every permission for each role and external flag", async () => {
    const selectHeldPermissions = sql(
      "test.holds",
      "SELECT ARRAY(SELECT code FROM unnest($2::text[]) AS code WHERE person_holds($1, code)) AS held",
    );
    for (const code of roleCodes) {
      for (const external of [false, true]) {
        const person = await world.person(code, { external });
        const inSql = await world.tx((tx) =>
          tx.one<{ held: string[] }>(selectHeldPermissions, [person.id, permissions]),
        );
        const inCode = requireOk(await world.api(person).get("/user/permissions")).body.data as string[];
        expect([code, external, inSql?.held]).toEqual([
          code,
          external,
          permissions.filter((one) => inCode.includes(one)),
        ]);
      }
    }
  });

  test("an external administrator gets 403 where a tenant permission is required", async () => {
    const person = await world.person("administrator", { external: true });
    const records = await recordsOf(world, "OUTSIDE");
    const asking = allCalls.filter(([, { permission }]) => {
      const codes: readonly string[] = typeof permission === "string" ? [permission] : (permission ?? ["project-list"]);
      return !codes.some((code) => code === "project-list" || code === "project-view");
    });
    expect(asking.length).toBeGreaterThan(80);
    for (const [name, endpoint] of asking) {
      const answer = await world.api(person).send(requestFor(endpoint, records));
      expect([name, answer.body.code]).toEqual([name, "permission.denied"]);
    }
  });

  test("a refused delegation doesn't reveal staff names to external users", async () => {
    const mark = server.published.length;
    const answer = await world.api(world.external).post("/delegation", { delegatee_id: world.hr.id });
    expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    expect(JSON.stringify(answer.body)).not.toContain("Hana");
    expect(world.events(mark)).toEqual([]);
  });
});

describe("external users in a project", () => {
  test("an external user gets the guest role by default and through a group", async () => {
    const person = await outsider();
    const project = requireOk(await board.owner.get(`/project/single/${board.id}`)).body.data;
    expect(project.project_members.find((one: { user: Person }) => one.user.id === person.id).role).toBe("guest");
    expect(requireOk(await world.api(person).get("/project_user/user-project-permissions")).body.data).toEqual([
      { project_id: board.id, permissions: ["comment-create", "attachment-create"] },
    ]);
  });

  test("only project owners can make an external user a member", async () => {
    const person = await outsider();
    const member = await putMembers(withOwner({ user_id: person.id, role: "owner" }));
    expect([member.status, member.body.errors]).toEqual([
      422,
      { "members.2.role": ["External people can’t own a project"] },
    ]);
    const editor = await world.person("manager"); // may edit all projects but owns none
    requireOk(
      await putMembers(withOwner({ user_id: person.id, role: "guest" }, { user_id: editor.id, role: "member" })),
    );
    const members = withOwner({ user_id: person.id, role: "member" }, { user_id: editor.id, role: "member" });
    expect(Object.keys((await putMembers(members, world.api(editor))).body.errors)).toEqual(["members.2.role"]);
    requireOk(await putMembers(members));
    requireOk(await putMembers(members, world.api(editor))); // sending the same role again is allowed
  });

  test("a guest can comment on and edit assigned tasks but can't delete anything", async () => {
    const person = await outsider();
    const api = world.api(person);
    const [own, other] = board.tasks[0] as [number, number];
    requireOk(await board.owner.post(`/task/${own}`, { users: [person.id] }));
    const theirs = requireOk(await board.member.post("/comments", { task_id: own, comment: "<p>Ours</p>" })).body.data;
    const step = requireOk(await board.owner.post("/sub_task", { task_id: own, name: "Call" })).body.data;

    requireOk(await api.post("/comments", { task_id: other, comment: "<p>Hello</p>" }));
    requireOk(await api.post(`/task/${own}`, { title: "Better" }));
    requireOk(await api.put(`/task/${own}/status-update`, { task_status_id: board.columns[1] }));
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
    const can = async (id: number) => requireOk(await api.get(`/task/${id}`)).body.data.can;
    expect(await can(own)).toMatchObject({ edit: true, move: true, delete: false, create: false, log: false });
    expect(await can(other)).toMatchObject({ edit: false, move: false, comment: true, attach: true });
    expect(requireOk(await api.get(`/project/single/${board.id}`)).body.data.can).toMatchObject({
      move_task: false,
      edit_assigned: true,
    });
    expect(requireOk(await api.get("/task/my-work")).body.projects[0].can).toEqual({ edit: true, move: true });
    const watched = requireOk(await api.get("/task/my-work?of=watching")).body.projects;
    expect(watched.map((one: { can: object }) => one.can)).toEqual([{ edit: false, move: false }]);
  });
});

describe("data hidden from external users", () => {
  test("external members see no hours, budget or deleted tasks in any response", async () => {
    requireOk(await work());
    const other = board.tasks[0]?.[1] as number;
    requireOk(await board.owner.delete(`/task/${other}`));
    const field = { title: "Cost centre", kind: "text" };
    const fieldId = requireOk(await board.owner.post(`/project/${board.id}/fields`, field)).body.data.id;
    requireOk(await board.owner.delete(`/project/${board.id}/fields/${fieldId}`));
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
      `/task/by-id?ids=${task}`,
      "/task/my-work?of=reported",
      `/time-entry?task_id=${task}`,
      "/search?q=card",
      "/search/recent",
    ];
    const visibleContent = async (who: Person) => {
      const api = world.api(who);
      return JSON.stringify(await Promise.all(urls.map(async (url) => (await api.get(url)).body)));
    };
    const ours = await visibleContent(manager());
    for (const word of [
      '"spent_minutes":90',
      "SECRET-HOURS",
      "84000.00",
      "time_entry.created",
      "task.deleted",
      "project_field.removed",
    ]) {
      expect(ours).toContain(word);
    }
    const theirs = await visibleContent(person);
    for (const word of [
      '"spent_minutes":90',
      "SECRET-HOURS",
      "84000.00",
      "time_entry",
      "task.deleted",
      "project_field.removed",
    ]) {
      expect(theirs).not.toContain(word);
    }
    expect(theirs).toContain("Card 0.1");
    expect((await world.api(person).get(`/project/${board.id}/time`)).status).toBe(403);
    expect((await world.api(person).get(`/time-entry?task_id=${task}&user_id=${employee().id}`)).status).toBe(403);
  });

  test("external users see their own time entries only", async () => {
    const person = await outsider("external", "member");
    requireOk(await work());
    requireOk(await work(world.api(person)));
    const { data } = requireOk(await world.api(person).get(`/task/${task}`)).body;
    expect(data.time_entries.map((entry: { user: Person }) => entry.user.id)).toEqual([person.id]);
    expect(data.spent_minutes).toBeNull();
  });

  test("responses to an external user's edits contain no hours, even with 409", async () => {
    const person = await outsider("external", "member");
    requireOk(await work());
    const stale = requireOk(await board.owner.post(`/task/${task}`, { title: "First" })).body.data.version - 1;
    const refused = await world.api(person).post(`/task/${task}`, { title: "Second", version: stale });
    expect([refused.status, refused.body.data?.spent_minutes]).toEqual([409, null]);
    expect(
      requireOk(await world.api(person).post(`/task/${task}`, { title: "Third" })).body.data.spent_minutes,
    ).toBeNull();
  });

  test("an external user's export of own data contains no hours of their tasks", async () => {
    const person = await outsider("external", "member");
    const [column] = board.columns;
    const title = "Reported outside";
    const { id } = requireOk(await world.api(person).post("/task", { title, task_status_id: column })).body.data;
    requireOk(await board.member.post("/time-entry", { task_id: id, date: "2026-11-18", hours: 1, minutes: 30 }));
    requireOk(await world.api(person).post("/export/person", {}));
    await createExporter({ ...server.platform, workerDatabase: server.owner }).work(world.tenantId);
    const [{ url }] = requireOk(await world.api(person).get("/export")).body.data;
    const headers = { host: world.host, authorization: `Bearer ${person.token}` };
    const { rawPayload } = await server.app.inject({ method: "GET", url, headers });
    const texts = [...(await readZip(rawPayload)).values()].join("\n");
    expect(texts).toContain(title);
    expect(texts).not.toContain('"spent_minutes":90');
  });

  test("an external user's calendar feed can't be filtered by hours worked", async () => {
    const person = await outsider("external", "member");
    const due_date = new Date().toISOString().slice(0, 10);
    requireOk(await board.owner.post(`/task/${task}`, { estimate_minutes: 30, due_date }));
    requireOk(await work());
    const feedOf = async (api: Api) => {
      const { path } = requireOk(await api.post(`/project/${board.id}/calendar-feed`, { query: "estimate=over" })).body
        .data;
      return (await world.api().get(path)).text;
    };
    expect(await feedOf(board.owner)).toContain("BEGIN:VEVENT");
    expect(await feedOf(world.api(person))).not.toContain("BEGIN:VEVENT");
  });

  test("external users get no names of deleted records in a task history", async () => {
    const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Discount" })).body
      .data;
    requireOk(await board.owner.post(`/task/${task}`, { tags: [tag.id] }));
    requireOk(await board.owner.delete(`/project/tags/${tag.id}`));
    const person = await outsider("external", "member");
    const namesOf = async (api: Api) => JSON.stringify((await api.get(`/task/${task}/activity`)).body.names);
    expect(await namesOf(board.owner)).toContain("Discount");
    expect(await namesOf(world.api(person))).not.toContain("Discount");
  });

  test("external users get no job titles of a task's people", async () => {
    const position = requireOk(await world.api(world.admin).post("/position", { title: "Head of secrets" })).body.data;
    requireOk(await world.api(world.admin).post(`/user/${employee().id}`, { position_id: position.id }));
    requireOk(await board.owner.post(`/task/${task}`, { users: [employee().id] }));
    const person = await outsider("external", "member");
    const url = `/task/${task}/template-people`;
    expect(JSON.stringify((await board.owner.get(url)).body)).toContain("Head of secrets");
    const reply = (await world.api(person).get(url)).body;
    expect(reply.data[0].user.id).toBe(employee().id);
    expect(reply.data[0].position).toBeNull();
  });

  test("external users get zero user and project counts", async () => {
    const counts = async (who: Person) => (await world.api(who).get("/api-plan")).body.count_summary;
    expect(await counts(world.external)).toEqual({ users: 0, projects: 0 });
    expect((await counts(world.employee)).users).toBeGreaterThan(5);
  });

  test("external administrators get 404 for files of projects they aren't in", async () => {
    const auditor = await world.person("administrator", { external: true });
    const { file } = requireOk(await uploadAttachment(board.owner, task, { bytes: png() })).body.data;
    expect((await world.api(world.admin).get(file.url)).status).toBe(200);
    expect((await world.api(auditor).get(file.url)).status).toBe(404);
  });
});
