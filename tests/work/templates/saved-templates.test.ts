import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { purgeBin } from "../../../server/work/bin/bin.purge";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type {
  ProjectTemplate,
  TemplatePreview,
  TemplateSummary,
} from "../../../shared/work/templates/templates.contract";
import { maxTemplateTasks } from "../../../shared/work/templates/templates.schema";
import type { SavedView } from "../../../shared/work/views/views.contract";
import { sql, type Tx } from "../../../server/platform/database/unit-of-work";
import { updateTemplate } from "../../../server/work/templates/templates.service";
import type { Api } from "../../support/api";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { requireOk } from "../tasks/board";

const server = testServer();
const day = "2026-05-01";

const removeBlockers = sql(
  "test.removeBlockers",
  `UPDATE project_template SET content = jsonb_set(content, '{tasks,0}', (content->'tasks'->0) - 'blockers')
   WHERE tenant_id = current_tenant() RETURNING id`,
);

interface Column {
  id: number;
  title: string;
  kind: string;
  tasks: BoardTask[];
}

let world: World;
let api: Api;
let projectId: number;
let columns: Column[];

const boardOf = async (id: number): Promise<Column[]> =>
  requireOk(await api.get(`/project/${id}/task_tatus`)).body.data;
const fieldsOf = async (id: number): Promise<ProjectField[]> =>
  requireOk(await api.get(`/project/${id}/fields`)).body.data.fields;
const viewsOf = async (id: number): Promise<SavedView[]> =>
  requireOk(await api.get(`/views?project_id=${id}`)).body.data;
const createTask = async (values: Record<string, unknown>): Promise<BoardTask> =>
  requireOk(await api.post("/task", { task_status_id: columns[0]?.id, ...values })).body.data;

beforeEach(async () => {
  world = await server.world();
  api = world.api(world.manager);
  const members = [{ user_id: world.employee.id }];
  projectId = requireOk(await api.post("/project", { title: "Fair", members })).body.data.id;
  columns = await boardOf(projectId);
});

const save = async (changes: Record<string, unknown> = {}): Promise<ProjectTemplate> =>
  requireOk(await api.post("/project-templates", { title: "Trade fair", project_id: projectId, day, ...changes })).body
    .data;
const list = async (reader: Api = api): Promise<TemplateSummary[]> =>
  requireOk(await reader.get("/project-templates")).body.data;
const ownTitles = async (reader?: Api) => (await list(reader)).flatMap(({ id, title }) => (id === null ? [] : [title]));
const create = async (template: ProjectTemplate, body: Record<string, unknown> = {}): Promise<number> =>
  requireOk(
    await api.post(`/project-templates/${template.code}/projects`, { title: "Fair 2027", day: "2027-03-10", ...body }),
  ).body.data.id;

describe("refusals", () => {
  test("users without the permission to edit projects can't save or change templates", async () => {
    const template = await save();
    const employee = world.api(world.employee);
    const id = Number(template.code);
    for (const answer of [
      await employee.get("/project-templates"),
      await employee.get(`/project-templates/${template.code}`),
      await employee.get(`/project/${projectId}/template`),
      await employee.post("/project-templates", { title: "T", project_id: projectId, day }),
      await employee.put(`/project-templates/${id}`, { title: "T", version: 1 }),
      await employee.put(`/project-templates/${id}/content`, { project_id: projectId, day, version: 1 }),
      await employee.get("/bin/project-templates"),
      await employee.delete(`/project-templates/${id}`),
      await employee.post(`/project-templates/${id}/restore`),
      await employee.post(`/project-templates/${id}/projects`, { title: "T", day }),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    expect(await ownTitles()).toEqual(["Trade fair"]);
  });

  test("templates of another organization get 404", async () => {
    const { code } = await save();
    const other = await server.world();
    const stranger = other.api(other.admin);
    for (const answer of [
      await stranger.get(`/project-templates/${code}`),
      await stranger.put(`/project-templates/${code}`, { title: "T", version: 1 }),
      await stranger.delete(`/project-templates/${code}`),
      await stranger.post(`/project-templates/${code}/projects`, { title: "T", day }),
      await stranger.get(`/project/${projectId}/template`),
    ])
      expect(answer.status).toBe(404);
    expect(await ownTitles(stranger)).toEqual([]);
  });

  test("a project that the caller can't see is refused at the field", async () => {
    const hidden = requireOk(await world.api(world.admin).post("/project", { title: "Secret" })).body.data.id as number;
    const answer = await api.post("/project-templates", { title: "T", project_id: hidden, day });
    expect([answer.status, answer.body.errors]).toEqual([422, { project_id: [expect.any(String)] }]);
    expect((await api.get(`/project/${hidden}/template`)).status).toBe(404);
  });

  test("a title that another template has is refused, also when one is restored", async () => {
    const first = await save();
    const refusal = await api.post("/project-templates", { title: "trade FAIR", project_id: projectId, day });
    expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([422, ["title"]]);
    requireOk(await api.delete(`/project-templates/${first.code}`));
    await save();
    const restored = await api.post(`/project-templates/${first.code}/restore`);
    expect([restored.status, Object.keys(restored.body.errors)]).toEqual([422, ["title"]]);
  });

  test("a project with too many open tasks is refused with the limit", async () => {
    const insertTasks = sql(
      "test.insertTasks",
      `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
       SELECT current_tenant(), $1, $2, 1000 + n, 'Task ' || n, 'b' || lpad(n::text, 4, '0') FROM generate_series(1, $3::int) AS n`,
    );
    await world.tx((tx) => tx.rows(insertTasks, [projectId, columns[0]?.id, maxTemplateTasks]));
    expect((await save()).content.tasks).toHaveLength(maxTemplateTasks);
    await createTask({ title: "One more", task_status_id: columns[1]?.id });
    const answer = await api.post("/project-templates", { title: "Large", project_id: projectId, day });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.project_id[0]).toContain(maxTemplateTasks.toLocaleString("en"));
  });

  test("an outdated version gets 409 with the current template", async () => {
    const { code } = await save();
    requireOk(await api.put(`/project-templates/${code}`, { title: "Fairs", version: 1 }));
    for (const answer of [
      await api.put(`/project-templates/${code}`, { title: "Shows", version: 1 }),
      await api.put(`/project-templates/${code}/content`, { project_id: projectId, day, version: 1 }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, "projectTemplate.stale"]);
      expect(answer.body.data).toMatchObject({ title: "Fairs", version: 2 });
    }
  });

  test("a day whose dates leave the calendar is refused and no project is created", async () => {
    await createTask({ title: "Late", due_date: "2027-05-01" });
    const template = await save();
    const mark = world.events().length;
    const body = { title: "T", day: "2999-12-01" };
    const answer = await api.post(`/project-templates/${template.code}/projects`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["day"]]);
    expect(world.events().slice(mark)).toEqual([]);
  });
});

describe("content", () => {
  test("a project made from a template has its columns, tags, fields, tasks and views", async () => {
    requireOk(await api.put(`/task_status/${columns[1]?.id}`, { color: "teal", wip_limit: 3 }));
    const tag = requireOk(await api.post("/project/tags", { project_id: projectId, name: "Stand", color: "rose" })).body
      .data;
    const choice: ProjectField = requireOk(
      await api.post(`/project/${projectId}/fields`, {
        title: "Hall",
        kind: "choice",
        options: [
          { title: "East", color: "blue" },
          { title: "West", color: "green" },
        ],
        on_card: true,
        required_column_ids: [columns[1]?.id],
      }),
    ).body.data;
    const person: ProjectField = requireOk(
      await api.post(`/project/${projectId}/fields`, { title: "Contact", kind: "person" }),
    ).body.data;
    const visit: ProjectField = requireOk(
      await api.post(`/project/${projectId}/fields`, { title: "Visit", kind: "day" }),
    ).body.data;
    const west = choice.options[1]?.id as number;
    const mention = `<p>Ask <span data-mention="${world.employee.id}">@Name</span></p>`;
    const task = await createTask({
      title: "Order the stand",
      description: mention,
      priority: "high",
      estimate_minutes: 90,
      start_date: "2026-04-20",
      due_date: "2026-05-03",
      users: [world.employee.id, world.manager.id],
      tags: [tag.id],
      field_values: { [choice.id]: west, [person.id]: world.employee.id, [visit.id]: "2026-04-30" },
    });
    const subtask = { task_id: task.id, name: "Carpet", assignee_id: world.employee.id, due_date: "2026-05-01" };
    requireOk(await api.post("/sub_task", subtask));
    const done = await createTask({ title: "Finished", task_status_id: columns[2]?.id });
    requireOk(
      await api.post("/views", {
        project_id: projectId,
        scope: "project",
        name: "West",
        layout: "list",
        query: `tag_id=${tag.id}&s=${columns[0]?.id}&all=field_${choice.id}.is:${west}&columns=title,field_${visit.id}`,
      }),
    );

    const template = await save({ roles: [{ user_id: world.employee.id, title: "Marketing" }] });
    expect(JSON.stringify(template.content)).not.toContain(done.title);
    expect(template.content.roles).toEqual([{ code: "role1", title: "Marketing" }]);
    expect(template.content.tasks[0]).toMatchObject({
      description: "<p>Ask Marketing</p>",
      start_offset: -11,
      due_offset: 2,
      roles: ["role1"],
      field_values: [
        { field: 1, value: 2 },
        { field: 2, value: "role1" },
        { field: 3, value: -1 },
      ],
      subtasks: [{ name: "Carpet", due_offset: 0, role: "role1" }],
    });

    const id = await create(template, { people: [{ role: "role1", user_id: world.finance.id }] });
    const board = await boardOf(id);
    expect(board.map(({ title, kind }) => [title, kind])).toEqual(columns.map(({ title, kind }) => [title, kind]));
    expect(board[1]).toMatchObject({ color: "teal", wip_limit: 3 });
    const [hall, contact, day3] = await fieldsOf(id);
    expect(hall).toMatchObject({ title: "Hall", on_card: true, required_column_ids: [board[1]?.id] });
    expect(hall?.id).not.toBe(choice.id);
    const newWest = hall?.options[1]?.id;
    const [created] = board[0]?.tasks ?? [];
    expect(created).toMatchObject({
      title: "Order the stand",
      priority: "high",
      estimate_minutes: 90,
      start_date: "2027-02-27",
      due_date: "2027-03-12",
      user_ids: [world.finance.id],
      field_values: {
        [hall?.id as number]: newWest,
        [contact?.id as number]: world.finance.id,
        [day3?.id as number]: "2027-03-09",
      },
    });
    const detail = requireOk(await api.get(`/task/${created?.id}`)).body.data;
    expect(detail.subtasks).toMatchObject([
      { name: "Carpet", due_date: "2027-03-10", assignee: { id: world.finance.id } },
    ]);
    const [view] = await viewsOf(id);
    const query = new URLSearchParams(view?.query);
    expect(view).toMatchObject({ name: "West", scope: "project", layout: "list", missing: [] });
    expect(query.get("s")).toBe(String(board[0]?.id));
    expect(query.get("all")).toBe(`field_${hall?.id}.is:${newWest}`);
    expect(query.get("columns")).toBe(`title,field_${day3?.id}`);
  });

  test("blockers among open tasks are saved and created", async () => {
    const order = await createTask({ title: "Order the stand" });
    const done = await createTask({ title: "Book the hall", task_status_id: columns[2]?.id });
    const setUp = await createTask({ title: "Set up the stand", blockers: [order.id, done.id] });
    expect(setUp.blocker_ids).toHaveLength(2);
    const template = await save();
    expect(template.content.tasks.map(({ title, blockers }) => [title, blockers])).toEqual([
      ["Order the stand", []],
      ["Set up the stand", [1]],
    ]);
    const [first, second] = (await boardOf(await create(template)))[0]?.tasks ?? [];
    expect([first?.blocker_ids, second?.blocker_ids]).toEqual([[], [first?.id]]);
  });

  test("a content that was written without blockers is read", async () => {
    await createTask({ title: "Order the stand" });
    const template = await save();
    await world.tx((tx) => tx.rows(removeBlockers));
    const [task] = (await boardOf(await create(template)))[0]?.tasks ?? [];
    expect(task).toMatchObject({ title: "Order the stand", blocker_ids: [] });
  });

  test("each created task has an event with its card", async () => {
    await createTask({ title: "Order the stand" });
    const last = await createTask({ title: "Set up the stand" });
    requireOk(await api.post("/sub_task", { task_id: last.id, name: "Carpet" }));
    const template = await save();
    const before = world.events().length;
    await create(template);
    const cards = world
      .events()
      .slice(before)
      .flatMap(({ event }) => (event.type === "task.created" ? [event.data as BoardTask] : []));
    expect(cards.map(({ title, key, subtask_count }) => [title, key.split("-")[1], subtask_count])).toEqual([
      ["Order the stand", "1", 0],
      ["Set up the stand", "2", 1],
    ]);
  });

  test("series of open tasks start again with their rule", async () => {
    const task = await createTask({ title: "Weekly report", due_date: day });
    const rule = { unit: "week", every: 2, weekdays: [5], first_day: day, days_off: "keep", basis: "schedule" };
    requireOk(await api.post(`/task/${task.id}/series`, { ...rule, until: "2026-12-31", lead_days: 1, at_hour: 7 }));
    const id = await create(await save(), { day: "2030-05-03" });
    const [created] = (await boardOf(id))[0]?.tasks ?? [];
    const { series } = requireOk(await api.get(`/task/${created?.id}/series`)).body.data;
    expect(series).toMatchObject({
      unit: "week",
      every: 2,
      weekdays: [5],
      first_day: "2030-05-03",
      until: "2031-01-02",
      lead_days: 1,
      state: "active",
      last_task_id: created?.id,
    });
  });

  test("people with equal role titles share a role; others are left out", async () => {
    await createTask({ title: "A", users: [world.manager.id, world.employee.id] });
    const roles = [world.manager.id, world.employee.id].map((user_id) => ({ user_id, title: "Lead" }));
    const shared = await save({ roles });
    expect(shared.content.roles).toEqual([{ code: "role1", title: "Lead" }]);
    expect(shared.content.tasks[0]?.roles).toEqual(["role1"]);
    const without = await save({ title: "Without" });
    expect(without.content.tasks[0]?.roles).toEqual([]);
    expect(JSON.stringify(without)).not.toContain(world.employee.email);
  });

  test("the preview names people with their position and what can't be saved", async () => {
    await createTask({ title: "A", users: [world.employee.id] });
    const view = { project_id: projectId, scope: "project", name: "Of Mia", layout: "board" };
    requireOk(await api.post("/views", { ...view, query: `u=${world.employee.id}` }));
    requireOk(await api.post("/views", { ...view, scope: "own", name: "Own", query: `u=${world.employee.id}` }));
    const preview: TemplatePreview = requireOk(await api.get(`/project/${projectId}/template`)).body.data;
    expect(preview.task_count).toBe(1);
    expect(new Set(preview.people.map(({ user }) => user.id))).toEqual(new Set([world.manager.id, world.employee.id]));
    expect(preview.omitted).toEqual([{ kind: "view", name: "Of Mia" }]);
    expect((await save()).content.views).toEqual([]);
  });
});

describe("changes", () => {
  test("templates of users are listed before those of the product and can be edited", async () => {
    await save({ title: "Zebra" });
    await save({ title: "Anniversary", description: "Party", day_title: "Day of the party" });
    const [first, second, ...others] = await list();
    expect([first?.title, second?.title]).toEqual(["Anniversary", "Zebra"]);
    expect(first).toMatchObject({
      description: "Party",
      day_title: "Day of the party",
      task_count: 0,
      columns: columns.map(({ title }) => title),
      version: 1,
      changed_by: { id: world.manager.id },
      can: { edit: true },
    });
    expect(others).toHaveLength(10);
    expect(others.every(({ id, can }) => id === null && !can.edit)).toBe(true);
  });

  test("replacing the content keeps the texts and the projects made from it", async () => {
    const template = await save({ description: "Twice a year" });
    const id = await create(template);
    await createTask({ title: "New" });
    const body = { project_id: projectId, day, version: 1 };
    const replaced: ProjectTemplate = requireOk(await api.put(`/project-templates/${template.code}/content`, body)).body
      .data;
    expect(replaced).toMatchObject({ title: "Trade fair", description: "Twice a year", version: 2 });
    expect(replaced.content.tasks.map(({ title }) => title)).toEqual(["New"]);
    expect((await boardOf(id)).flatMap(({ tasks }) => tasks)).toEqual([]);
  });

  test("a deleted template can't be used until it is restored", async () => {
    const { code } = await save();
    requireOk(await api.delete(`/project-templates/${code}`));
    expect(await ownTitles()).toEqual([]);
    expect((await api.get(`/project-templates/${code}`)).status).toBe(404);
    expect((await api.post(`/project-templates/${code}/projects`, { title: "T", day })).status).toBe(404);
    expect((await api.delete(`/project-templates/${code}`)).status).toBe(404);
    requireOk(await api.post(`/project-templates/${code}/restore`));
    expect(await ownTitles()).toEqual(["Trade fair"]);
    expect((await api.post(`/project-templates/${code}/restore`)).status).toBe(404);
    const types = world
      .events()
      .map(({ event }) => event.type)
      .filter((type) => type.startsWith("project_template."));
    expect(types).toEqual(["project_template.created", "project_template.deleted", "project_template.created"]);
  });

  test("a deleted template is listed until it is restored or 30 days have passed", async () => {
    const deletedTitles = async (reader = api) =>
      requireOk(await reader.get("/bin/project-templates")).body.data.map(({ title }: { title: string }) => title);
    const purgeAfter = (days: number) => world.tx((tx) => purgeBin(tx, new Date(Date.now() + days * elapsedDayMs)));
    const { code } = await save();
    requireOk(await api.delete(`/project-templates/${code}`));
    const other = await server.world();
    expect(await deletedTitles(other.api(other.admin))).toEqual([]);
    expect(await deletedTitles()).toEqual(["Trade fair"]);
    requireOk(await api.post(`/project-templates/${code}/restore`));
    expect(await deletedTitles()).toEqual([]);
    requireOk(await api.delete(`/project-templates/${code}`));
    await purgeAfter(29);
    expect(await deletedTitles()).toEqual(["Trade fair"]);
    const mark = server.published.length;
    await purgeAfter(31);
    expect(await deletedTitles()).toEqual([]);
    expect(world.events(mark)).toMatchObject([
      { stream: `tenant:${world.tenantId}`, event: { type: "project_template.deleted", data: { id: Number(code) } } },
    ]);
    expect((await api.post(`/project-templates/${code}/restore`)).status).toBe(404);
  });

  test("the second of two concurrent changes of a version is refused", async () => {
    const { code } = await save();
    const actor = { id: world.manager.id, permissions: new Set(), external: false } as never;
    const change = (title: string) => (tx: Tx) =>
      updateTemplate(tx, actor, Number(code), { title, version: 1 } as Parameters<typeof updateTemplate>[3]);
    const [first, second] = await runSerialized(server, world, change("First"), change("Second"));
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "projectTemplate.stale" } });
    expect(await ownTitles()).toEqual(["First"]);
  });
});

describe("origin", () => {
  const originOf = async (id: number, reader: Api = api) =>
    requireOk(await reader.get(`/project/${id}/origin`)).body.data;
  const replace = async ({ code }: ProjectTemplate, version: number) =>
    requireOk(await api.put(`/project-templates/${code}/content`, { project_id: projectId, day, version }));

  test("the origin of a hidden project gets 404", async () => {
    const id = await create(await save());
    expect((await world.api(world.external).get(`/project/${id}/origin`)).status).toBe(404);
  });

  test("a project names its template and whether its content has changed", async () => {
    const template = await save();
    const id = await create(template);
    expect(await originOf(projectId)).toBeNull();
    expect(await originOf(id)).toEqual({ title: "Trade fair", code: template.code, outdated: false });
    requireOk(await api.put(`/project-templates/${template.code}`, { title: "Fairs", version: 1 }));
    expect(await originOf(id)).toEqual({ title: "Fairs", code: template.code, outdated: false });
    await replace(template, 2);
    expect(await originOf(id)).toEqual({ title: "Fairs", code: template.code, outdated: true });
    requireOk(await api.delete(`/project-templates/${template.code}`));
    expect(await originOf(id)).toEqual({ title: "Trade fair", code: null, outdated: false });
  });

  test("a project made from a template of the product names it", async () => {
    const body = { title: "Mia", day };
    const { id } = requireOk(await api.post("/project-templates/onboarding/projects", body)).body.data;
    expect(await originOf(id)).toEqual({ title: "Onboarding of an employee", code: null, outdated: false });
  });

  test("a template lists the projects with earlier content that the reader sees", async () => {
    const template = await save();
    const id = await create(template);
    const hidden = requireOk(
      await world.api(world.admin).post(`/project-templates/${template.code}/projects`, { title: "Secret fair", day }),
    ).body.data.id as number;
    await replace(template, 1);
    await create(template, { title: "New fair" });
    const read = async (reader: Api) =>
      requireOk(await reader.get(`/project-templates/${template.code}`)).body.data.outdated_projects as {
        id: number;
      }[];
    expect((await read(api)).map((project) => project.id)).toEqual([id]);
    expect((await read(world.api(world.admin))).map((project) => project.id)).toEqual([id, hidden]);
    expect((await list())[0]?.outdated_count).toBe(1);
  });
});
