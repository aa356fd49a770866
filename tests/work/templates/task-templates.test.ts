import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type { TaskTemplate } from "../../../shared/work/templates/task-templates.contract";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { purgeBin } from "../../../server/work/bin/bin.purge";
import type { Actor } from "../../../server/platform/session";
import {
  deleteTaskTemplate,
  purgeTaskTemplate,
  restoreTaskTemplate,
  setDefaultTaskTemplate,
  updateTaskTemplate,
} from "../../../server/work/templates/task-templates.service";
import { setDefaultOfColumn } from "../../../server/work/templates/task-templates.sql";
import type { Api } from "../../support/api";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();
const day = "2026-05-01";

let world: World;
let board: TestBoard;
let taskId: number;
let columnId: number;

beforeEach(async () => {
  world = await server.world();
  board = await newBoard(world, { cards: [1, 0, 0] });
  const columns = requireOk(await board.owner.get(`/project/${board.id}/task_tatus`)).body.data;
  columnId = columns[0].id;
  taskId = columns[0].tasks[0].id;
});

/** As an argument of services; the manager owns the project. */
const editor = (): Actor => ({ id: world.manager.id, permissions: new Set(), external: false }) as never;
const save = async (changes: Record<string, unknown> = {}): Promise<TaskTemplate> =>
  requireOk(await board.owner.post("/task-templates", { task_id: taskId, title: "Order", day, ...changes })).body.data;
const listOf = async (api: Api, id = board.id) =>
  requireOk(await api.get(`/project/${id}/task-templates`)).body.data as {
    templates: TaskTemplate[];
    can: { edit: boolean };
  };
const titles = async () => (await listOf(board.owner)).templates.map(({ title }) => title);
const createFrom = (template: TaskTemplate, body: Record<string, unknown> = {}, api = board.owner) =>
  api.post(`/task-templates/${template.id}/tasks`, {
    task_status_id: columnId,
    title: "Paper",
    day: "2027-03-10",
    ...body,
  });
const detailOf = async (id: number): Promise<TaskDetail> => requireOk(await board.owner.get(`/task/${id}`)).body.data;

describe("origin of tasks", () => {
  const makeTask = async (template: TaskTemplate, body: Record<string, unknown> = {}): Promise<number> =>
    requireOk(await createFrom(template, body)).body.data.id;
  const replaceContent = async (template: TaskTemplate, version = template.version) =>
    requireOk(await board.owner.put(`/task-templates/${template.id}/content`, { task_id: taskId, version }));
  const earlierCount = async () => (await listOf(board.owner)).templates[0]?.earlier_task_count;

  test("a task refers to its template after edits, and a duplicate doesn't", async () => {
    const template = await save();
    const id = await makeTask(template);
    requireOk(await board.owner.post(`/task/${id}`, { title: "Paper and pens" }));
    expect((await detailOf(id)).template).toEqual({ id: template.id, title: "Order", project_id: board.id });
    const copy = requireOk(await board.owner.post(`/task/${id}/duplicate`)).body.data;
    expect((await detailOf(copy.id)).template).toBeNull();
    expect((await detailOf(taskId)).template).toBeNull();
  });

  test("a moved task doesn't name its template to readers who can't see its project", async () => {
    const template = await save();
    const id = await makeTask(template);
    const target = await newBoard(world);
    requireOk(
      await board.owner.put(`/task/${id}/project`, { project_id: target.id, task_status_id: target.columns[0] }),
    );
    expect((await detailOf(id)).template?.project_id).toBe(board.id);
    requireOk(
      await board.owner.put(`/project/${board.id}/members`, {
        members: [{ user_id: world.manager.id, role: "owner" }],
      }),
    );
    const read = requireOk(await target.member.get(`/task/${id}`)).body.data as TaskDetail;
    expect(read.template).toBeNull();
  });

  test("a deleted template is named without a link until it is purged", async () => {
    const template = await save();
    const id = await makeTask(template);
    requireOk(await board.owner.delete(`/task-templates/${template.id}`));
    expect((await detailOf(id)).template).toEqual({ id: template.id, title: "Order", project_id: null });
    await world.tx(({ manager }) => manager.query("DELETE FROM task_template WHERE id = $1", [template.id]));
    expect((await detailOf(id)).template).toBeNull();
  });

  test("open tasks that were made before the content changed are counted", async () => {
    const template = await save();
    const ids = [await makeTask(template), await makeTask(template), await makeTask(template)];
    requireOk(await board.owner.post(`/task/${ids[0]}`, { progress: 100 }));
    expect(await earlierCount()).toBe(0);
    requireOk(await board.owner.put(`/task-templates/${template.id}`, { title: "Renamed", version: 1 }));
    expect(await earlierCount()).toBe(0);
    await replaceContent(template, 2);
    expect(await earlierCount()).toBe(2);
    await makeTask(template);
    expect(await earlierCount()).toBe(2);
    requireOk(await board.owner.put(`/task/${ids[1]}/archive`));
    expect(await earlierCount()).toBe(1);
  });

  test("a task restored from the bin refers to its template", async () => {
    const template = await save();
    const id = await makeTask(template);
    requireOk(await board.owner.delete(`/task/${id}`));
    requireOk(await board.owner.post(`/bin/tasks/${id}/restore`));
    expect((await detailOf(id)).template?.id).toBe(template.id);
  });
});

describe("refusals", () => {
  test("members use templates and only editors of the project change them", async () => {
    const template = await save();
    for (const answer of [
      await board.member.post("/task-templates", { task_id: taskId, title: "Mine" }),
      await board.member.put(`/task-templates/${template.id}`, { title: "Mine", version: 1 }),
      await board.member.put(`/task-templates/${template.id}/content`, { task_id: taskId, version: 1 }),
      await board.member.delete(`/task-templates/${template.id}`),
      await createFrom(template, {}, board.viewer),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "permission.denied"]);
    requireOk(await createFrom(template, {}, board.member));
    expect((await listOf(board.member)).can.edit).toBe(false);
    expect((await listOf(board.owner)).can.edit).toBe(true);
  });

  test("templates of hidden projects and of other organizations get 404", async () => {
    const template = await save();
    const other = await server.world();
    for (const api of [board.stranger, other.api(other.admin)])
      for (const answer of [
        await api.get(`/project/${board.id}/task-templates`),
        await api.get(`/task/${taskId}/template-people`),
        await api.put(`/task-templates/${template.id}`, { title: "Mine", version: 1 }),
        await api.delete(`/task-templates/${template.id}`),
        await createFrom(template, {}, api),
      ])
        expect(answer.status).toBe(404);
    expect(await titles()).toEqual(["Order"]);
  });

  test("a task that the caller can't see, or of another project, is refused at the field", async () => {
    const template = await save();
    const other = await newBoard(world, { cards: [1, 0, 0] });
    const elsewhere = requireOk(await other.owner.get(`/project/${other.id}/task_tatus`)).body.data[0];
    const hidden = await board.owner.post("/task-templates", { task_id: 999_999_999, title: "T" });
    const foreign = await board.owner.put(`/task-templates/${template.id}/content`, {
      task_id: elsewhere.tasks[0].id,
      version: 1,
    });
    for (const answer of [hidden, foreign])
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["task_id"]]);
    const column = await createFrom(template, { task_status_id: elsewhere.id });
    expect([column.status, Object.keys(column.body.errors)]).toEqual([422, ["task_status_id"]]);
  });

  test("a role without the person's access to the project is refused at the person", async () => {
    requireOk(
      await board.owner.post("/sub_task", { task_id: taskId, name: "Call", assignee_id: board.people.member.id }),
    );
    const template = await save({ roles: [{ user_id: board.people.member.id, title: "Buyer" }] });
    const answer = await createFrom(template, { people: [{ role: "role1", user_id: world.hr.id }] });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["people.0.user_id"]]);
    const unknown = await createFrom(template, { people: [{ role: "role9", user_id: board.people.member.id }] });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ["people.0.role"]]);
  });

  test("a title that another template of the project has is refused", async () => {
    await save();
    const refusal = await board.owner.post("/task-templates", { task_id: taskId, title: "ORDER" });
    expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([422, ["title"]]);
  });

  test("an outdated version gets 409 with the current template", async () => {
    const { id } = await save();
    requireOk(await board.owner.put(`/task-templates/${id}`, { title: "Orders", version: 1 }));
    const late = await board.owner.put(`/task-templates/${id}`, { title: "Late", version: 1 });
    expect([late.status, late.body.code, late.body.data.title]).toEqual([409, "taskTemplate.stale", "Orders"]);
  });

  test("templates of an archived project can't be changed", async () => {
    const template = await save();
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    for (const answer of [
      await board.owner.put(`/task-templates/${template.id}`, { title: "T", version: 1 }),
      await board.owner.delete(`/task-templates/${template.id}`),
      await createFrom(template),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, "project.archived"]);
  });
});

describe("defaults for new tasks", () => {
  interface Default {
    task_template_id: number | null;
    task_status_id?: number | null;
    previous_task_template_id?: number | null;
  }
  const setDefault = (body: Default, api = board.owner, id = board.id) =>
    api.put(`/project/${id}/default-task-template`, body);
  const defaultsOf = async () =>
    Object.fromEntries(
      (await listOf(board.owner)).templates.map(({ title, is_default, default_columns }) => [
        title,
        [is_default, ...default_columns.map(({ id }) => id)],
      ]),
    );
  const createTask = (template: { id: number; day: string } | undefined, body: Record<string, unknown> = {}) =>
    board.owner.post("/task", { task_status_id: columnId, title: "Paper", template, ...body });

  test("only editors of the project set them", async () => {
    const { id } = await save();
    const body = { task_template_id: id };
    for (const api of [board.member, board.viewer]) {
      const refusal = await setDefault(body, api);
      expect([refusal.status, refusal.body.code]).toEqual([403, "permission.denied"]);
    }
    const other = await server.world();
    for (const api of [board.stranger, other.api(other.admin)]) expect((await setDefault(body, api)).status).toBe(404);
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect((await setDefault(body)).body.code).toBe("project.archived");
    expect(await defaultsOf()).toEqual({ Order: [false] });
  });

  test("templates and columns of another project and deleted templates are refused", async () => {
    const { id } = await save();
    const other = await newBoard(world, { cards: [1, 0, 0] });
    const column = await setDefault({ task_template_id: id, task_status_id: other.columns[0] as number });
    expect([column.status, Object.keys(column.body.errors)]).toEqual([422, ["task_status_id"]]);
    const foreign = await setDefault({ task_template_id: id }, other.owner, other.id);
    requireOk(await board.owner.delete(`/task-templates/${id}`));
    const deleted = await setDefault({ task_template_id: id });
    for (const refusal of [foreign, deleted])
      expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([422, ["task_template_id"]]);
  });

  test("the database refuses a template of another project at a column", async () => {
    const { id } = await save();
    const other = await newBoard(world, { cards: [1, 0, 0] });
    const attempt = world.tx((tx) => tx.rows(setDefaultOfColumn, [other.columns[0], id]));
    await expect(attempt).rejects.toThrow("violates foreign key constraint");
  });

  test("a default that the user didn't see is kept", async () => {
    const [order, bug] = [await save(), await save({ title: "Bug" })];
    requireOk(await setDefault({ task_template_id: order.id, task_status_id: columnId }));
    const late = await setDefault({ task_template_id: bug.id, task_status_id: columnId });
    expect([late.status, late.body.code]).toEqual([409, "taskTemplate.defaultStale"]);
    expect(await defaultsOf()).toEqual({ Bug: [false], Order: [false, columnId] });
  });

  test("a project and its columns have one default each, which can be removed", async () => {
    const [order, bug] = [await save(), await save({ title: "Bug" })];
    requireOk(await setDefault({ task_template_id: order.id }));
    requireOk(await setDefault({ task_template_id: bug.id, task_status_id: columnId }));
    requireOk(await setDefault({ task_template_id: bug.id, previous_task_template_id: order.id }));
    expect(await defaultsOf()).toEqual({ Bug: [true, columnId], Order: [false] });
    requireOk(await setDefault({ task_template_id: null, previous_task_template_id: bug.id }));
    expect(await defaultsOf()).toEqual({ Bug: [false, columnId], Order: [false] });
  });

  test("a restored template is the default again, unless another one was chosen", async () => {
    const [order, bug] = [await save(), await save({ title: "Bug" })];
    requireOk(await setDefault({ task_template_id: order.id }));
    requireOk(await setDefault({ task_template_id: order.id, task_status_id: columnId }));
    requireOk(await board.owner.delete(`/task-templates/${order.id}`));
    expect(await defaultsOf()).toEqual({ Bug: [false] });
    requireOk(await board.owner.post(`/task-templates/${order.id}/restore`));
    expect(await defaultsOf()).toEqual({ Bug: [false], Order: [true, columnId] });
    requireOk(await board.owner.delete(`/task-templates/${order.id}`));
    requireOk(await setDefault({ task_template_id: bug.id }));
    requireOk(await setDefault({ task_template_id: bug.id, task_status_id: columnId }));
    requireOk(await board.owner.post(`/task-templates/${order.id}/restore`));
    expect(await defaultsOf()).toEqual({ Bug: [true, columnId], Order: [false] });
  });

  test("a restored project has its defaults", async () => {
    const [order, bug] = [await save(), await save({ title: "Bug" })];
    requireOk(await setDefault({ task_template_id: order.id }));
    requireOk(await setDefault({ task_template_id: bug.id, task_status_id: columnId }));
    requireOk(await board.owner.delete(`/project/${board.id}`));
    requireOk(await board.owner.post(`/bin/projects/${board.id}/restore`));
    expect(await defaultsOf()).toEqual({ Bug: [false, columnId], Order: [true] });
  });

  test("a new task has what was entered, and the rest from the template", async () => {
    requireOk(await board.owner.post("/sub_task", { task_id: taskId, name: "Compare" }));
    requireOk(
      await board.owner.post(`/task/${taskId}`, {
        description: "<p>Which paper?</p>",
        priority: "high",
        estimate_minutes: 90,
        start_date: "2026-05-03",
        due_date: "2026-05-05",
      }),
    );
    const { id } = await save();
    const template = { id, day: "2027-03-10" };
    const made = requireOk(await createTask(template)).body.data as BoardTask;
    expect(made).toMatchObject({ title: "Paper", priority: "high", subtask_count: 1, due_date: "2027-03-14" });
    expect(await detailOf(made.id)).toMatchObject({
      description: "<p>Which paper?</p>",
      estimate_minutes: 90,
      template: { id, title: "Order" },
    });
    const entered = { priority: "low", due_date: "2027-03-11", description: "<p>White</p>" };
    const other = requireOk(await createTask(template, entered)).body.data as BoardTask;
    expect(await detailOf(other.id)).toMatchObject({ ...entered, start_date: null, estimate_minutes: 90 });
  });

  test("a date of the template outside the entered dates or timeline is left out", async () => {
    requireOk(await board.owner.post(`/task/${taskId}`, { start_date: "2026-05-03", due_date: "2026-05-05" }));
    const { id } = await save();
    const datesOf = async (day: string, entered: Record<string, unknown> = {}) => {
      const made = requireOk(await createTask({ id, day }, entered)).body.data as BoardTask;
      const { start_date, due_date } = await detailOf(made.id);
      return [start_date, due_date];
    };
    expect(await datesOf("2027-03-10", { start_date: "2027-03-13" })).toEqual(["2027-03-13", "2027-03-14"]);
    expect(await datesOf("2027-03-10", { start_date: "2027-03-15" })).toEqual(["2027-03-15", null]);
    await server.owner.query("UPDATE project SET end_date = '2027-03-13' WHERE id = $1", [board.id]);
    expect(await datesOf("2027-03-10")).toEqual(["2027-03-12", null]);
    expect(await datesOf("2028-03-10")).toEqual([null, null]);
  });

  test("a task from a template that is deleted or of another project is refused", async () => {
    const { id } = await save();
    const other = await newBoard(world, { cards: [1, 0, 0] });
    const template = { id, day };
    const foreign = await createTask(template, { task_status_id: other.columns[0] });
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["task_status_id"]]);
    requireOk(await board.owner.delete(`/task-templates/${id}`));
    const deleted = await createTask(template);
    expect([deleted.status, Object.keys(deleted.body.errors)]).toEqual([422, ["template.id"]]);
  });

  test("the second of two concurrent defaults is refused", async () => {
    const [order, bug] = [await save(), await save({ title: "Bug" })];
    const owner = editor();
    const set = (task_template_id: number) => (tx: Tx) =>
      setDefaultTaskTemplate(tx, owner, board.id, { task_template_id });
    const [first, second] = await runSerialized(server, world, set(order.id), set(bug.id));
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "taskTemplate.defaultStale" } });
  });

  test("a template isn't deleted while it becomes the default, and is none afterwards", async () => {
    const { id } = await save();
    const owner = editor();
    const outcomes = await runSerialized<unknown>(
      server,
      world,
      (tx) => setDefaultTaskTemplate(tx, owner, board.id, { task_template_id: id }),
      (tx) => deleteTaskTemplate(tx, owner, id),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(await defaultsOf()).toEqual({});
  });
});

describe("the bin", () => {
  const bin = async (api: Api): Promise<{ kind: string; record_id: number; title: string }[]> =>
    requireOk(await api.get(`/project/${board.id}/bin`)).body.data;
  const purgeAfter = (days: number) => world.tx((tx) => purgeBin(tx, new Date(Date.now() + days * elapsedDayMs)));
  const deleted = async (): Promise<TaskTemplate> => {
    const template = await save();
    requireOk(await board.owner.delete(`/task-templates/${template.id}`));
    return template;
  };

  test("only users who may delete templates see, restore and purge them", async () => {
    const { id } = await deleted();
    const other = await server.world();
    for (const [api, status] of [
      [board.member, 403],
      [board.viewer, 403],
      [board.stranger, 404],
      [other.api(other.admin), 404],
    ] as const) {
      expect((await api.post(`/bin/templates/${id}/restore`)).status).toBe(status);
      expect((await api.delete(`/bin/templates/${id}`)).status).toBe(status);
    }
    expect(await bin(board.member)).toEqual([]);
    expect(await bin(board.owner)).toMatchObject([{ kind: "template", record_id: id, title: "Order" }]);
  });

  test("a template that isn't in the bin gets 404, and that of an archived project 409", async () => {
    const { id } = await save();
    expect((await board.owner.post(`/bin/templates/${id}/restore`)).status).toBe(404);
    expect((await board.owner.delete(`/bin/templates/${id}`)).status).toBe(404);
    requireOk(await board.owner.delete(`/task-templates/${id}`));
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect((await board.owner.post(`/bin/templates/${id}/restore`)).body.code).toBe("project.archived");
    expect((await board.owner.delete(`/bin/templates/${id}`)).body.code).toBe("project.archived");
  });

  test("a template whose title was used since isn't restored", async () => {
    const { id } = await deleted();
    await save({ title: "order" });
    const refusal = await board.owner.post(`/bin/templates/${id}/restore`);
    expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([422, ["title"]]);
    expect(await bin(board.owner)).toHaveLength(1);
  });

  test("a restored template leaves the bin", async () => {
    const { id } = await deleted();
    requireOk(await board.owner.post(`/bin/templates/${id}/restore`));
    expect(await bin(board.owner)).toEqual([]);
    expect(await titles()).toEqual(["Order"]);
  });

  test("a purged template leaves tasks that were made from it without an origin", async () => {
    const template = await save();
    const task = requireOk(await createFrom(template)).body.data as BoardTask;
    requireOk(await board.owner.delete(`/task-templates/${template.id}`));
    requireOk(await board.owner.delete(`/bin/templates/${template.id}`));
    expect(await bin(board.owner)).toEqual([]);
    expect((await detailOf(task.id)).template).toBeNull();
    expect((await board.owner.post(`/bin/templates/${template.id}/restore`)).status).toBe(404);
  });

  test("templates are purged after 30 days, and the project is notified", async () => {
    const { id } = await deleted();
    await purgeAfter(29);
    expect(await bin(board.owner)).toHaveLength(1);
    await purgeAfter(31);
    expect(await bin(board.owner)).toEqual([]);
    const events = await server.owner.query<{ data: unknown }[]>(
      "SELECT data FROM domain_event WHERE tenant_id = $1 AND type = 'bin_entry.purged'",
      [world.tenantId],
    );
    expect(events).toMatchObject([{ data: { kind: "template", record_id: id, project_id: board.id } }]);
  });

  test("a restored project has its deleted templates in the bin", async () => {
    const { id } = await deleted();
    requireOk(await board.owner.delete(`/project/${board.id}`));
    requireOk(await board.owner.post(`/bin/projects/${board.id}/restore`));
    requireOk(await board.owner.post(`/bin/templates/${id}/restore`));
    expect(await titles()).toEqual(["Order"]);
  });

  test("the schedule skips a template that is being restored", async () => {
    const { id } = await deleted();
    await world.tx(async (tx) => {
      await restoreTaskTemplate(tx, editor(), id);
      expect(await purgeAfter(31)).toBe(0);
    });
    expect(await titles()).toEqual(["Order"]);
  });

  test("the second of a concurrent restore and purge gets 404", async () => {
    const { id } = await deleted();
    const outcomes = await runSerialized<unknown>(
      server,
      world,
      (tx) => restoreTaskTemplate(tx, editor(), id),
      (tx) => purgeTaskTemplate(tx, editor(), id),
    );
    expect(outcomes).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { code: "notFound" } }]);
    expect(await titles()).toEqual(["Order"]);
  });
});

test("a task from a template has its texts, dates, tags, values, subtasks and people", async () => {
  const { member } = board.people;
  const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Buying" })).body.data;
  const fields = `/project/${board.id}/fields`;
  const option = (title: string) => ({ title, color: "blue" });
  const size: ProjectField = requireOk(
    await board.owner.post(fields, { title: "Size", kind: "choice", options: [option("Small"), option("Large")] }),
  ).body.data;
  const contact: ProjectField = requireOk(await board.owner.post(fields, { title: "Contact", kind: "person" })).body
    .data;
  const large = size.options[1]?.id as number;
  requireOk(
    await board.owner.post(`/task/${taskId}`, {
      title: "Order paper",
      description: "<p>A4</p>",
      priority: "high",
      start_date: "2026-04-28",
      due_date: "2026-05-03",
      users: [member.id],
      tags: [tag.id],
      field_values: { [size.id]: large, [contact.id]: member.id },
    }),
  );
  const subtask = { task_id: taskId, name: "Compare prices", assignee_id: member.id, due_date: "2026-05-01" };
  requireOk(await board.owner.post("/sub_task", subtask));
  const people = requireOk(await board.owner.get(`/task/${taskId}/template-people`)).body.data;
  expect(people.map(({ user }: { user: { id: number } }) => user.id)).toEqual([member.id]);

  const template = await save({ roles: [{ user_id: member.id, title: "Buyer" }] });
  expect(template).toMatchObject({
    task_title: "Order paper",
    due_offset: 2,
    roles: [{ code: "role1", title: "Buyer" }],
    subtasks: ["Compare prices"],
  });
  const owner = world.manager.id;
  const created: BoardTask = requireOk(await createFrom(template, { people: [{ role: "role1", user_id: owner }] })).body
    .data;
  expect(created).toMatchObject({
    title: "Paper",
    priority: "high",
    start_date: "2027-03-07",
    due_date: "2027-03-12",
    user_ids: [owner],
    tag_ids: [tag.id],
    field_values: { [size.id]: large, [contact.id]: owner },
  });
  const detail = await detailOf(created.id);
  expect(detail.description).toBe("<p>A4</p>");
  expect(detail.subtasks).toMatchObject([{ name: "Compare prices", due_date: "2027-03-10", assignee: { id: owner } }]);

  // Tags, fields and options that the project no longer has are left out.
  requireOk(await board.owner.delete(`/project/tags/${tag.id}`));
  requireOk(await board.owner.delete(`${fields}/${contact.id}`));
  const { version } = requireOk(await board.owner.get(fields)).body.data.fields[0];
  const [small] = size.options;
  requireOk(await board.owner.put(`${fields}/${size.id}`, { options: [small], version }));
  const later: BoardTask = requireOk(await createFrom(template)).body.data;
  expect(later).toMatchObject({ tag_ids: [], user_ids: [], field_values: {} });
});

test("a deleted template can't be used until it is restored; each change has an event", async () => {
  const template = await save();
  requireOk(await board.owner.delete(`/task-templates/${template.id}`));
  expect(await titles()).toEqual([]);
  expect((await createFrom(template)).status).toBe(404);
  requireOk(await board.owner.post(`/task-templates/${template.id}/restore`));
  expect(await titles()).toEqual(["Order"]);
  requireOk(await board.owner.put(`/task-templates/${template.id}/content`, { task_id: taskId, version: 3 }));
  const types = world
    .events()
    .flatMap(({ stream, event }) =>
      stream === `project:${board.id}` && event.type.startsWith("task_template.") ? [event.type] : [],
    );
  expect(types.map((type) => type.replace("task_template.", ""))).toEqual([
    "created",
    "deleted",
    "restored",
    "updated",
  ]);
});

test("the second of two concurrent changes of a version is refused", async () => {
  const { id } = await save();
  const actor = editor();
  const change = (title: string) => (tx: Tx) => updateTaskTemplate(tx, actor, id, { title, version: 1 });
  const [first, second] = await runSerialized(server, world, change("First"), change("Second"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "taskTemplate.stale" } });
  expect(await titles()).toEqual(["First"]);
});
