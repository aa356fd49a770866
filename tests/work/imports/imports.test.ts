import { readFileSync } from "node:fs";
import path from "node:path";
import { maxColumns } from "../../../server/work/tasks/columns.limits";
import type { Comment } from "../../../shared/work/comments/comments.contract";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { multipart } from "../../support/multipart";
import { recordStatementNames } from "../../support/statements/sent";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../tasks/board";
import { createProgram } from "./tokens";

const server = testServer();

type Step = "" | "/read" | "/preview";

const sendText = (
  world: World,
  step: Step,
  content: string | Buffer,
  fields: object = {},
  by: Person = world.manager,
) =>
  world.api(by).send({
    method: "POST",
    url: `/project-imports${step}`,
    ...multipart([
      { name: "file", value: Buffer.from(content), filename: "board.csv" },
      ...Object.entries(fields).map(([name, value]) => ({
        name,
        value: typeof value === "string" ? value : JSON.stringify(value),
      })),
    ]),
  });

const sendFile = (world: World, step: Step, name: string, fields: object = {}) =>
  sendText(world, step, readFileSync(path.join(__dirname, "files", name)), fields);

const countProjects = async (world: World) => {
  const [row] = await server.owner.query<{ count: number }[]>(
    "SELECT count(*)::int AS count FROM project WHERE tenant_id = $1",
    [world.tenantId],
  );
  return row?.count;
};

/** Issues of Jira in a project of the manager; the first comment on "paint" is in the employee's name. */
async function importedIssues() {
  const world = await server.world();
  const people = [{ id: "5b1f", user_id: world.employee.id }];
  const { project } = requireOk(await sendFile(world, "", "jira.csv", { title: "Flat", people })).body.data;
  const { tasks } = await boardOf(world, project.id);
  const { id, fullname } = world.manager;
  const paint = tasks.find(({ key }) => key === "AB-2") as BoardTask;
  return { world, project, paint, importer: { id, fullname, image: null } };
}

const readDetail = async (world: World, id: number): Promise<TaskDetail> =>
  requireOk(await world.api(world.manager).get(`/task/${id}`)).body.data;

interface BoardColumn {
  title: string;
  kind: string;
  tasks: BoardTask[];
}

async function boardOf(world: World, projectId: number) {
  const { data } = requireOk(await world.api(world.manager).get(`/project/${projectId}/task_tatus`)).body;
  const columns = data as BoardColumn[];
  return { columns, tasks: columns.flatMap((column) => column.tasks) };
}

describe("refusals", () => {
  test("users who may not create projects can't read or import boards", async () => {
    const world = await server.world();
    for (const step of ["", "/read", "/preview"] as const)
      expect((await sendText(world, step, "Title\nA\n", { title: "T" }, world.employee)).status).toBe(403);
  });

  test.each([
    ["another kind of JSON", '{"a":1}'],
    ["broken JSON", "{"],
    ["a web page", "<!doctype html><p>Sign in</p>"],
    ["a broken archive", "PK\u0003\u0004 no workbook"],
  ])("%s is refused at the file", async (_, content) => {
    const world = await server.world();
    const reply = await sendText(world, "/read", content);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["file"]]);
  });

  test("refuses a file of more than 25 MB, also if attachments have another limit", async () => {
    const world = await server.world();
    const fileOf = (megabytes: number) => `{"a":"${"x".repeat(megabytes * 1024 ** 2)}"}`;
    const refused = await sendText(world, "/read", fileOf(25));
    expect([refused.status, refused.body.errors]).toEqual([413, { file: ["The file is larger than 25 MB."] }]);
    expect((await sendText(world, "/read", fileOf(6))).status).toBe(422);
  });

  test("refuses a user of another organization at the person, without a project", async () => {
    const [world, other] = [await server.world(), await server.world()];
    const before = await countProjects(world);
    const people = [
      { id: "M1", user_id: world.employee.id },
      { id: "M2", user_id: other.employee.id },
    ];
    const reply = await sendFile(world, "", "trello.json", { title: "Move", people });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["people.1.user_id"]]);
    expect(await countProjects(world)).toBe(before);
  });

  test("a token without a scope for the contents of the board creates no project", async () => {
    const world = await server.world();
    const before = await countProjects(world);
    const content = readFileSync(path.join(__dirname, "files", "trello.json"));
    const scopes = ["project-create", "project-edit", "task-create", "tag-edit", "comment-create"] as const;
    for (const missing of ["task-create", "tag-edit", "comment-create"]) {
      const program = await createProgram(
        world,
        scopes.filter((scope) => scope !== missing),
      );
      const reply = await sendText(world, "", content, { title: "Move" }, program);
      expect([missing, reply.status, reply.body.code]).toEqual([missing, 403, "apiToken.scopeMissing"]);
    }
    expect(await countProjects(world)).toBe(before);
    requireOk(await sendText(world, "", content, { title: "Move" }, await createProgram(world, scopes)));
  });

  test("the plan's limit of projects counts", async () => {
    const world = await server.world({ plan: "free" });
    for (const title of ["A", "B", "C"]) requireOk(await world.api(world.manager).post("/project", { title }));
    const reply = await sendFile(world, "/preview", "trello.json", { title: "Move" });
    expect([reply.status, reply.body.code]).toEqual([403, "plan_limit_reached"]);
  });
});

test("lists beyond the limit of a project are imported into the last column", async () => {
  const world = await server.world();
  const rows = Array.from({ length: maxColumns + 2 }, (_, at) => `Card ${at},List ${at}`);
  const content = `Title,Status\n${rows.join("\n")}\n`;
  const { project, losses } = requireOk(await sendText(world, "", content, { title: "Lists" })).body.data;
  expect(losses).toContainEqual({ code: "tooManyLists", name: null, count: 2 });
  const { columns, tasks } = await boardOf(world, project.id);
  expect([columns.length, tasks.length]).toEqual([maxColumns, maxColumns + 2]);
  expect(columns.at(-1)?.tasks).toHaveLength(3);
});

describe("the mark of an import", () => {
  test("is on every task and comment, also on those in a colleague's name", async () => {
    const { world, paint, importer } = await importedIssues();
    const expected = { source: "jira", by: importer, at: expect.stringMatching(/^\d{4}-.*Z$/) };
    const detail = await readDetail(world, paint.id);
    expect([detail.import, ...detail.comments.map((comment) => comment.import)]).toEqual([
      expected,
      expected,
      expected,
    ]);
    const [unmarked] = await server.owner.query<{ count: number }[]>(
      `SELECT (SELECT count(*) FROM task WHERE tenant_id = $1 AND import_id IS NULL)
            + (SELECT count(*) FROM comment WHERE tenant_id = $1 AND import_id IS NULL) AS count`,
      [world.tenantId],
    );
    expect(Number(unmarked?.count)).toBe(0);
  });

  test("stays when the author edits, deletes and restores the comment", async () => {
    const { world, paint } = await importedIssues();
    const api = world.api(world.employee);
    const own = (await readDetail(world, paint.id)).comments[0] as Comment;
    const edited = requireOk(await api.put(`/comments/${own.id}`, { comment: "Changed" })).body.data;
    const mark = server.published.length;
    requireOk(await api.delete(`/comments/${own.id}`));
    const restored = requireOk(await api.put(`/comments/${own.id}/restore`, {})).body.data;
    expect([edited.import, restored.import]).toEqual([own.import, own.import]);
    const event = world.events(mark).find(({ event: { type } }) => type === "comment.restored");
    expect(event?.event.data).toMatchObject({ import: own.import });
  });

  test("is not on comments, tasks and copies that are written later", async () => {
    const { world, paint } = await importedIssues();
    const api = world.api(world.manager);
    const comment = requireOk(await api.post("/comments", { task_id: paint.id, comment: "New" })).body.data;
    const copy = requireOk(await api.post(`/task/${paint.id}/duplicate`, {})).body.data;
    expect([comment.import, (await readDetail(world, copy.id)).import]).toEqual([null, null]);
  });

  test("is on comments that the search finds", async () => {
    const { world, paint } = await importedIssues();
    const { comments } = await readDetail(world, paint.id);
    const found = async (id: number) => {
      const hits = requireOk(await world.api(world.manager).get("/search?q=unmistakable&kinds=comment")).body.data;
      return (hits as { id: number; import: unknown }[]).find((hit) => hit.id === id)?.import;
    };
    const own = comments[0] as Comment;
    requireOk(await world.api(world.employee).put(`/comments/${own.id}`, { comment: "unmistakable" }));
    const written = requireOk(
      await world.api(world.manager).post("/comments", { task_id: paint.id, comment: "unmistakable" }),
    ).body.data;
    expect([await found(own.id), await found(written.id)]).toEqual([own.import, null]);
  });

  test("of another organization is refused by the database", async () => {
    const { world, paint } = await importedIssues();
    const elsewhere = await importedIssues();
    const [foreign] = await server.owner.query<{ id: number }[]>("SELECT id FROM project_import WHERE tenant_id = $1", [
      elsewhere.world.tenantId,
    ]);
    for (const table of ["task", "comment"]) {
      const change = `UPDATE ${table} SET import_id = $2 WHERE tenant_id = $1`;
      await expect(server.owner.query(change, [world.tenantId, foreign?.id])).rejects.toThrow(/foreign key/);
    }
    await expect(
      server.owner.query("DELETE FROM project_import WHERE tenant_id = $1", [world.tenantId]),
    ).rejects.toThrow(/foreign key/);
    expect((await readDetail(world, paint.id)).import).toMatchObject({ source: "jira" });
  });

  test("stays on a task that was moved, when the imported project is deleted for good", async () => {
    const { world, paint, project } = await importedIssues();
    const api = world.api(world.manager);
    const before = await readDetail(world, paint.id);
    const target = requireOk(await api.post("/project", { title: "Target" })).body.data;
    requireOk(await api.put(`/task/${paint.id}/project`, { project_id: target.id }));
    requireOk(await api.delete(`/project/${project.id}`));
    requireOk(await api.delete(`/bin/projects/${project.id}`));
    const after = await readDetail(world, paint.id);
    expect(after.import).toEqual(before.import);
    expect(after.comments.map((comment) => comment.import)).toEqual(before.comments.map((comment) => comment.import));
  });

  test("is there again after the task was restored from the bin", async () => {
    const { world, paint } = await importedIssues();
    const api = world.api(world.manager);
    const before = await readDetail(world, paint.id);
    requireOk(await api.delete(`/task/${paint.id}`));
    requireOk(await api.post(`/bin/tasks/${paint.id}/restore`));
    const after = await readDetail(world, paint.id);
    expect([after.import, after.comments]).toEqual([before.import, before.comments]);
  });

  test("names the project of the board again after it was restored", async () => {
    const { world, paint, project } = await importedIssues();
    const api = world.api(world.manager);
    const before = await readDetail(world, paint.id);
    requireOk(await api.delete(`/project/${project.id}`));
    requireOk(await api.post(`/bin/projects/${project.id}/restore`));
    const after = await readDetail(world, paint.id);
    expect([after.import, after.comments]).toEqual([before.import, before.comments]);
    const { earlier } = requireOk(await sendFile(world, "/read", "jira.csv")).body.data;
    expect(earlier.map(({ id }: { id: number }) => id)).toEqual([project.id]);
  });

  test("is read by as many statements for many comments as for few", async () => {
    const { world, paint } = await importedIssues();
    const readStatements = () => recordStatementNames(() => readDetail(world, paint.id));
    await readStatements(); // reads the session into the cache
    const few = await readStatements();
    await server.owner.query(
      `INSERT INTO comment (tenant_id, task_id, author_name, body, import_id)
       SELECT tenant_id, id, 'Sam', 'x', import_id FROM task CROSS JOIN generate_series(1, 30) WHERE tenant_id = $1 AND id = $2`,
      [world.tenantId, paint.id],
    );
    expect(await readStatements()).toEqual(few);
  });

  test("names no user after the importer was erased", async () => {
    const { world, paint } = await importedIssues();
    // A new user, because nothing else refers to them.
    await server.owner.query(
      `WITH importer AS (
         INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id)
         VALUES ($1, 'importer@acme.test', 'Importer', 'x', $2) RETURNING id
       ) UPDATE project_import SET created_by = (SELECT id FROM importer) WHERE tenant_id = $1`,
      [world.tenantId, world.roles.manager],
    );
    expect((await readDetail(world, paint.id)).import?.by?.fullname).toBe("Importer");
    await server.owner.query("DELETE FROM app_user WHERE tenant_id = $1 AND fullname = 'Importer'", [world.tenantId]);
    const { comments, import: origin } = await readDetail(world, paint.id);
    expect([origin?.by, ...comments.map((comment) => comment.import?.by)]).toEqual([null, null, null]);
    expect(origin?.source).toBe("jira");
  });
});

test("reading suggests users by address, then by a name that only one has", async () => {
  const world = await server.world();
  const { employee, hr } = world;
  const table = `Title,Assignee,Assignee Email\nA,Somebody,${employee.email.toUpperCase()}\nB,${hr.fullname},\nC,Nobody here,\n`;
  const { people, counts, source } = requireOk(await sendText(world, "/read", table)).body.data;
  expect(
    people.map((one: { user: { id: number } | null; matched_by: string }) => [one.user?.id ?? null, one.matched_by]),
  ).toEqual([
    [employee.id, "email"],
    [hr.id, "name"],
    [null, null],
  ]);
  expect([source, counts.tasks]).toEqual(["table", 3]);
});

test("a preview counts what the import creates and leaves no trace", async () => {
  const world = await server.world();
  const [projects, mark] = [await countProjects(world), server.published.length];
  const preview = requireOk(await sendFile(world, "/preview", "trello.json", { title: "Move" })).body.data;
  expect(await countProjects(world)).toBe(projects);
  expect(world.events(mark)).toEqual([]);
  const imported = requireOk(await sendFile(world, "", "trello.json", { title: "Move" })).body.data;
  expect({ counts: imported.counts, losses: imported.losses }).toEqual(preview);
  expect(preview.counts).toEqual({
    tasks: 4,
    archived: 2,
    subtasks: 4,
    comments: 2,
    tags: 3,
    fields: 5,
    dependencies: 0,
    files: 0,
    views: 0,
    task_templates: 0,
    series: 0,
  });
});

test("imports lists, numbers, tags, fields, steps and comments of a Trello board", async () => {
  const world = await server.world();
  const people = [{ id: "M1", user_id: world.employee.id }];
  const columns = [{ id: "L4", kind: "done" }];
  const { project } = requireOk(await sendFile(world, "", "trello.json", { title: "Move", people, columns })).body.data;
  const board = await boardOf(world, project.id);
  expect(board.columns.map(({ title, kind }) => [title, kind])).toEqual([
    ["To do", "todo"],
    ["Doing", "done"],
    ["Done", "done"],
  ]);
  expect(board.tasks.map(({ title, key }) => [title, key.split("-")[1]])).toEqual([
    ["Van", "3"],
    ["Boxes", "7"],
  ]);
  const boxes = board.tasks.find(({ title }) => title === "Boxes") as BoardTask;
  expect([boxes.start_date, boxes.due_date, boxes.subtask_count, boxes.subtask_done_count]).toEqual([
    "2026-12-01",
    "2026-12-04",
    3,
    1,
  ]);
  const detail = requireOk(await world.api(world.manager).get(`/task/${boxes.id}`)).body.data;
  expect(detail.users.map(({ id }: Person) => id)).toEqual([world.employee.id]);
  expect(detail.tags.map(({ name }: { name: string }) => name).sort()).toEqual(["__proto__", "sky"]);
  expect(
    detail.comments.map((comment: { author: unknown; author_name: string; created_at: string }) => [
      comment.author,
      comment.author_name,
      comment.created_at,
    ]),
  ).toEqual([
    [null, "Unknown", "2026-11-02T08:00:00.000Z"],
    [null, "Sam Left", "2026-11-03T08:00:00.000Z"],
  ]);
  expect(Object.values(detail.field_values)).toHaveLength(4);
  const memberIds = project.project_members.map(({ user }: { user: Person }) => user.id);
  expect(new Set(memberIds)).toEqual(new Set([world.manager.id, world.employee.id]));
});

test("issues of Jira keep their keys, dependencies and comments of users", async () => {
  const world = await server.world();
  const people = [{ id: "5b1f", user_id: world.employee.id }];
  const { project, counts } = requireOk(await sendFile(world, "", "jira.csv", { title: "Flat", people })).body.data;
  expect([project.code, counts.dependencies]).toEqual(["AB", 1]);
  const { tasks } = await boardOf(world, project.id);
  const paint = tasks.find(({ key }) => key === "AB-2") as BoardTask;
  const { comments } = requireOk(await world.api(world.manager).get(`/task/${paint.id}`)).body.data;
  expect(
    comments.map((comment: { author: Person | null; author_name: string | null }) => [
      comment.author?.id ?? null,
      comment.author_name,
    ]),
  ).toEqual([
    [world.employee.id, null],
    [null, "77aa"],
  ]);
  const created = requireOk(
    await world.api(world.manager).post("/task", { task_status_id: paint.task_status_id, title: "Next" }),
  ).body.data;
  expect(created.key).toBe("AB-5");
});

test("an imported comment can be deleted and restored, but not edited by others", async () => {
  const world = await server.world();
  const { project } = requireOk(await sendFile(world, "", "trello.json", { title: "Move" })).body.data;
  const { tasks } = await boardOf(world, project.id);
  const api = world.api(world.manager);
  const boxes = tasks.find(({ title }) => title === "Boxes") as BoardTask;
  const [comment] = requireOk(await api.get(`/task/${boxes.id}`)).body.data.comments;
  expect((await api.put(`/comments/${comment.id}`, { comment: "Mine" })).status).toBe(403);
  requireOk(await api.delete(`/comments/${comment.id}`));
  requireOk(await api.put(`/comments/${comment.id}/restore`, {}));
});

test("an import emits one event for the project and none per task", async () => {
  const world = await server.world();
  const mark = server.published.length;
  const { project } = requireOk(await sendFile(world, "", "trello.json", { title: "Move" })).body.data;
  const types = world
    .events(mark)
    .filter(({ stream }) => stream === `project:${project.id}`)
    .map(({ event }) => event.type);
  expect(types.filter((type) => type === "project.imported")).toHaveLength(1);
  expect(types.filter((type) => type.startsWith("task.") || type.startsWith("comment."))).toEqual([]);
});

test("a board that was imported before is named to those who may see its project", async () => {
  const world = await server.world();
  const { project } = requireOk(await sendFile(world, "", "trello.json", { title: "Move" })).body.data;
  const again = requireOk(await sendFile(world, "/read", "trello.json")).body.data;
  expect(again.earlier.map(({ id, title }: { id: number; title: string }) => [id, title])).toEqual([
    [project.id, "Move"],
  ]);
  const other = await server.world();
  expect(requireOk(await sendFile(other, "/read", "trello.json")).body.data.earlier).toEqual([]);
});

test("the code of a project that exists isn't used again", async () => {
  const world = await server.world();
  const first = requireOk(await sendFile(world, "", "jira.csv", { title: "Flat" })).body.data.project;
  const second = requireOk(await sendFile(world, "", "jira.csv", { title: "Flat" })).body.data.project;
  expect([first.code, second.code === "AB"]).toEqual(["AB", false]);
});

test("columns of a table are what the user says", async () => {
  const world = await server.world();
  const roles = ["title", "column", "field", ""];
  const table = 'What,Where,Cost,Secret\nA,Shop,"1,5",x\nB,Home,2,y\n';
  const { project, losses } = requireOk(await sendText(world, "", table, { title: "T", roles })).body.data;
  const { columns, tasks } = await boardOf(world, project.id);
  expect(columns.map(({ title }) => title)).toEqual(["Shop", "Home"]);
  expect(tasks.flatMap(({ field_values }) => Object.values(field_values))).toEqual([1.5, 2]);
  expect(losses).toEqual([{ code: "unread", name: "Secret", count: 2 }]);
});
