import { readFileSync } from "node:fs";
import path from "node:path";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { maxColumns } from "../../../server/work/tasks/columns.limits";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import { maxOptions } from "../../../shared/work/fields/fields.schema";
import { rankBetween } from "../../../shared/work/tasks/tasks.rank.rules";
import { multipart } from "../../support/multipart";
import { runWhileLocked } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { requireOk } from "../tasks/board";
import { createProgram } from "./tokens";

const server = testServer();

const trello = readFileSync(path.join(__dirname, "files", "trello.json"), "utf8");

interface TrelloBoard {
  id: string;
  lists: { id: string; name: string; closed: boolean; pos: number }[];
  members: { id: string; fullName: string; username: string }[];
  customFields: { id: string; name: string; type: string; options?: object[] }[];
  labels: { id: string; name: string; color: string }[];
  cards: Record<string, unknown>[];
  checklists: { idCard: string; checkItems: { name: string; state: string }[] }[];
  actions: Record<string, unknown>[];
}

/** The Trello board after a change in Trello. */
function boardWith(change: (board: TrelloBoard) => void): string {
  const board = JSON.parse(trello) as TrelloBoard;
  change(board);
  return JSON.stringify(board);
}

const cardIn = (board: TrelloBoard, name: string) =>
  board.cards.find((card) => card.name === name) as Record<string, unknown>;

const send = (world: World, url: string, content: string, fields: object = {}, by: Person = world.manager) =>
  world.api(by).send({
    method: "POST",
    url,
    ...multipart([
      { name: "file", value: Buffer.from(content), filename: "board.json" },
      ...Object.entries(fields).map(([name, value]) => ({
        name,
        value: typeof value === "string" ? value : JSON.stringify(value),
      })),
    ]),
  });

async function importedBoard() {
  const world = await server.world();
  const people = [{ id: "M1", user_id: world.employee.id }];
  const { project } = requireOk(await send(world, "/project-imports", trello, { title: "Move", people })).body.data;
  const url = `/project/${project.id}/imports`;
  const update = async (content: string, fields: object = { people }) =>
    requireOk(await send(world, url, content, fields)).body.data;
  const tasks = await tasksOf(world, project.id);
  const boxes = tasks.find(({ title }) => title === "Boxes") as BoardTask;
  const van = tasks.find(({ title }) => title === "Van") as BoardTask;
  return { world, project, url, people, update, boxes, van, api: world.api(world.manager) };
}

async function columnsOf(world: World, projectId: number) {
  const { data } = requireOk(await world.api(world.manager).get(`/project/${projectId}/task_tatus`)).body;
  return data as { id: number; title: string; kind: string; tasks: BoardTask[] }[];
}

const tasksOf = async (world: World, projectId: number) =>
  (await columnsOf(world, projectId)).flatMap(({ tasks }) => tasks);

const readDetail = async (world: World, id: number): Promise<TaskDetail> =>
  requireOk(await world.api(world.manager).get(`/task/${id}`)).body.data;

const unchangedCounts = {
  created: 0,
  updated: 0,
  unchanged: 4,
  conflicts: 0,
  deleted: 0,
  moved: 0,
  missing: 0,
  comments: 0,
  files: 0,
  dependencies: 0,
};

/** Rows of the tables that an update writes. */
const contentOf = (world: World) =>
  server.owner.query<unknown[]>(
    `SELECT 'task' AS name, to_jsonb(t) AS row FROM task t WHERE tenant_id = $1
     UNION ALL SELECT 'column', to_jsonb(t) FROM task_status t WHERE tenant_id = $1
     UNION ALL SELECT 'comment', to_jsonb(t) FROM comment t WHERE tenant_id = $1
     UNION ALL SELECT 'subtask', to_jsonb(t) FROM subtask t WHERE tenant_id = $1
     UNION ALL SELECT 'tag', to_jsonb(t) FROM project_tag t WHERE tenant_id = $1
     UNION ALL SELECT 'task_tag', to_jsonb(t) FROM task_tag t WHERE tenant_id = $1
     UNION ALL SELECT 'task_user', to_jsonb(t) FROM task_user t WHERE tenant_id = $1
     UNION ALL SELECT 'field', to_jsonb(t) FROM project_field t WHERE tenant_id = $1
     UNION ALL SELECT 'option', to_jsonb(t) FROM project_field_option t WHERE tenant_id = $1
     UNION ALL SELECT 'value', to_jsonb(t) FROM task_field_value t WHERE tenant_id = $1
     UNION ALL SELECT 'member', to_jsonb(t) FROM project_member t WHERE tenant_id = $1
     UNION ALL SELECT 'imported', to_jsonb(t) FROM imported_task t WHERE tenant_id = $1
     ORDER BY 1, 2`,
    [world.tenantId],
  );

describe("edits during an update", () => {
  const withTitle = (title: string) => boardWith((board) => Object.assign(cardIn(board, "Boxes"), { name: title }));

  test("an edit from before the update gets 409 with the imported task", async () => {
    const { world, update, boxes, api } = await importedBoard();
    const employee = world.api(world.employee);
    const url = `/task/${boxes.id}`;
    requireOk(await api.post(url, { priority: "high", version: boxes.version }));
    await update(withTitle("Crates"));
    for (const version of [boxes.version, boxes.version + 1]) {
      const answer = await employee.post(url, { title: "Bags", version });
      expect([answer.status, answer.body.code]).toEqual([409, "task.stale"]);
      expect(answer.body).toMatchObject({ data: { title: "Crates" }, by: { id: world.manager.id } });
    }
    requireOk(await api.post(url, { priority: "low" }));
    expect((await employee.post(url, { title: "Bags", version: boxes.version + 1 })).status).toBe(409);
    requireOk(await employee.post(url, { title: "Bags", version: boxes.version + 2 }));
  });

  test("an update that only adds a comment is no conflict", async () => {
    const { world, update, boxes, api } = await importedBoard();
    requireOk(await api.post(`/task/${boxes.id}`, { priority: "high", version: boxes.version }));
    await update(
      boardWith((board) => {
        const comment = board.actions.find(({ type }) => type === "commentCard") as { data: object };
        board.actions.push({
          ...comment,
          id: "new-comment",
          data: { ...comment.data, text: "Another", card: { id: cardIn(board, "Boxes").id } },
        });
      }),
    );
    const body = { title: "Bags", version: boxes.version };
    requireOk(await world.api(world.employee).post(`/task/${boxes.id}`, body));
  });
});

describe("refusals", () => {
  test("users without a session get 401", async () => {
    const { world, url } = await importedBoard();
    for (const step of ["", "/preview"]) expect((await world.api().post(`${url}${step}`, {})).status).toBe(401);
  });

  test("members who may not edit the project get 403, and others 404", async () => {
    const { world, url } = await importedBoard();
    for (const step of ["", "/preview"]) {
      expect((await send(world, `${url}${step}`, trello, {}, world.employee)).status).toBe(403);
      expect((await send(world, `${url}${step}`, trello, {}, world.hr)).status).toBe(404);
    }
  });

  test("the project of another organization gets 404", async () => {
    const { url } = await importedBoard();
    const other = await server.world();
    expect((await send(other, url, trello)).status).toBe(404);
  });

  test("an archived project gets 409, and one in the bin 404", async () => {
    const { world, url, project, api } = await importedBoard();
    requireOk(await api.put(`/project/${project.id}/archive`, {}));
    expect((await send(world, url, trello)).status).toBe(409);
    requireOk(await api.delete(`/project/${project.id}`));
    expect((await send(world, url, trello)).status).toBe(404);
  });

  test("a board that wasn't imported into the project is refused at the file", async () => {
    const { world, url, api } = await importedBoard();
    const board = JSON.parse(trello) as TrelloBoard;
    const otherBoard = JSON.stringify({
      ...board,
      id: "another",
      cards: board.cards.map((card, at) => ({ ...card, id: `c${at}` })),
    });
    const refused = await send(world, url, otherBoard);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["file"]]);
    const created = requireOk(await api.post("/project", { title: "Own" })).body.data;
    expect((await send(world, `/project/${created.id}/imports`, trello)).status).toBe(422);
  });

  test("an import of an earlier version, without the ids of its cards, is refused", async () => {
    const { world, url } = await importedBoard();
    await server.owner.query("UPDATE project_import SET record_ids = NULL WHERE tenant_id = $1", [world.tenantId]);
    expect((await send(world, url, trello)).status).toBe(422);
    const { earlier } = requireOk(await send(world, "/project-imports/read", trello)).body.data;
    expect(earlier.map(({ can_update }: { can_update: boolean }) => can_update)).toEqual([false]);
  });

  test("a token without a scope for the contents of the board changes nothing", async () => {
    const { world, url } = await importedBoard();
    const before = await contentOf(world);
    const scopes = ["project-edit", "task-create", "task-edit", "task-move", "tag-edit", "comment-create"] as const;
    for (const missing of scopes.slice(1)) {
      const program = await createProgram(
        world,
        scopes.filter((scope) => scope !== missing),
      );
      const reply = await send(world, url, trello, {}, program);
      expect([missing, reply.status, reply.body.code]).toEqual([missing, 403, "apiToken.scopeMissing"]);
    }
    expect(await contentOf(world)).toEqual(before);
    requireOk(await send(world, url, trello, {}, await createProgram(world, scopes)));
  });

  test("a user of another organization is refused at the person, and nothing is changed", async () => {
    const { world, url } = await importedBoard();
    const other = await server.world();
    const before = await contentOf(world);
    const people = [
      { id: "M1", user_id: world.employee.id },
      { id: "M2", user_id: other.employee.id },
    ];
    const refused = await send(world, url, trello, { people });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["people.1.user_id"]]);
    expect(await contentOf(world)).toEqual(before);
  });
});

describe("the same file again", () => {
  test("adds nothing and changes nothing", async () => {
    const { world, update } = await importedBoard();
    const before = await contentOf(world);
    const result = await update(trello);
    expect([result.counts, result.conflicts]).toEqual([unchangedCounts, []]);
    expect(await contentOf(world)).toEqual(before);
  });

  test.each(["jira.csv", "jira.json", "linear.csv", "asana.csv", "planner.tsv", "github.tsv", "kanboard.csv"])(
    "of %s changes nothing",
    async (name) => {
      const world = await server.world();
      const content = readFileSync(path.join(__dirname, "files", name), "utf8");
      const { project } = requireOk(await send(world, "/project-imports", content, { title: "T" })).body.data;
      const before = await contentOf(world);
      const { counts } = requireOk(await send(world, `/project/${project.id}/imports`, content)).body.data;
      expect({ ...counts, unchanged: 0 }).toEqual({ ...unchangedCounts, unchanged: 0 });
      expect(await contentOf(world)).toEqual(before);
    },
  );

  test("keeps what was changed here", async () => {
    const { world, update, boxes, van, api } = await importedBoard();
    requireOk(await api.post(`/task/${boxes.id}`, { title: "Crates", tags: [], users: [], due_date: null }));
    requireOk(await api.put(`/task/${van.id}/archive`, {}));
    const before = await contentOf(world);
    const result = await update(trello);
    expect([result.counts, result.conflicts]).toEqual([unchangedCounts, []]);
    expect(await contentOf(world)).toEqual(before);
  });
});

describe("a changed file", () => {
  test("changes the fields that are unchanged here", async () => {
    const { world, project, update, boxes } = await importedBoard();
    const { counts, conflicts } = await update(
      boardWith((board) => {
        Object.assign(cardIn(board, "Boxes"), {
          desc: "Forty",
          due: "2026-12-09T00:00:00.000Z",
          idMembers: [],
          idLabels: [],
          idList: "L4",
        });
        board.lists.push({ id: "L8", name: "Waiting", closed: false, pos: 99 });
        Object.assign(cardIn(board, "Van"), { idList: "L8" });
      }),
    );
    expect([counts, conflicts]).toEqual([{ ...unchangedCounts, updated: 2, unchanged: 2 }, []]);
    const detail = await readDetail(world, boxes.id);
    expect([detail.description, detail.due_date, detail.users, detail.tags, detail.key]).toEqual([
      expect.stringContaining("Forty"),
      "2026-12-09",
      [],
      [],
      boxes.key,
    ]);
    const columns = await columnsOf(world, project.id);
    expect(columns.at(-1)).toMatchObject({ title: "Waiting", tasks: [{ title: "Van" }] });
  });

  test("keeps tasks where they are whose column was deleted here", async () => {
    const { world, project, update, van, api } = await importedBoard();
    const columns = await columnsOf(world, project.id);
    const done = columns.find(({ title }) => title === "Done");
    requireOk(await api.delete(`/task_status/${van.task_status_id}?target_id=${done?.id}`));
    const { counts, conflicts } = await update(trello);
    expect([counts, conflicts]).toEqual([unchangedCounts, []]);
    const tasks = await tasksOf(world, project.id);
    expect(tasks.find(({ id }) => id === van.id)?.task_status_id).toBe(done?.id);
  });

  test("reports a move of a card whose column was deleted here, and takes later ones", async () => {
    const { world, project, update, boxes, van, api } = await importedBoard();
    const columns = await columnsOf(world, project.id);
    const idOf = (title: string) => columns.find((column) => column.title === title)?.id;
    requireOk(await api.delete(`/task_status/${idOf("To do")}?target_id=${idOf("Doing")}`));
    const moveTo = (list: string) => boardWith((board) => Object.assign(cardIn(board, "Boxes"), { idList: list }));
    const { counts, conflicts } = await update(moveTo("L3"));
    expect(counts).toMatchObject({ updated: 0, conflicts: 1 });
    expect(conflicts).toMatchObject([{ field: "column_id", count: 1, tasks: [{ id: boxes.id }] }]);
    const columnsOfTasks = async () => {
      const tasks = await tasksOf(world, project.id);
      return [boxes, van].map(({ id }) => tasks.find((task) => task.id === id)?.task_status_id);
    };
    expect(await columnsOfTasks()).toEqual([idOf("Doing"), idOf("Doing")]);
    expect((await update(moveTo("L3"))).counts).toEqual(unchangedCounts);
    const laterBoard = boardWith((board) => Object.assign(cardIn(board, "Van"), { idList: "L3" }));
    expect((await update(laterBoard)).counts).toMatchObject({ updated: 1 });
    expect((await columnsOfTasks())[1]).toBe(idOf("Done"));
  });

  test("with more lists than a project can have puts their cards into the last column", async () => {
    const { world, project, update } = await importedBoard();
    const { losses } = await update(
      boardWith((board) => {
        for (let at = 0; at < maxColumns; at++)
          board.lists.push({ id: `more${at}`, name: `More ${at}`, closed: false, pos: 100_000 + at });
        Object.assign(cardIn(board, "Van"), { idList: `more${maxColumns - 1}` });
      }),
    );
    expect(losses).toContainEqual({ code: "tooManyLists", name: null, count: 3 });
    const columns = await columnsOf(world, project.id);
    expect([columns.length, columns.at(-1)?.tasks.map(({ title }) => title)]).toEqual([maxColumns, ["Van"]]);
  });

  test("adds as many options as a field can have", async () => {
    const { update, project, api } = await importedBoard();
    const readRisk = async () => {
      const { fields } = requireOk(await api.get(`/project/${project.id}/fields`)).body.data;
      return (fields as ProjectField[]).find(({ title }) => title === "Risk") as ProjectField;
    };
    const { id, version, options } = await readRisk();
    const ownOptions = [
      ...options.map(({ id, title, color }) => ({ id, title, color })),
      { title: "Own", color: "blue" },
    ];
    requireOk(await api.put(`/project/${project.id}/fields/${id}`, { version, options: ownOptions }));
    const { losses } = await update(
      boardWith((board) => {
        for (let at = 0; at < maxOptions + 1; at++)
          board.customFields[1]?.options?.push({ id: `more${at}`, value: { text: `More ${at}` }, color: "green" });
      }),
    );
    // Two of the file are beyond the limit, and a third one because of the option that was created here.
    expect(losses).toContainEqual({ code: "tooMany", name: "Risk", count: 3 });
    expect((await readRisk()).options).toHaveLength(maxOptions);
  });

  test("adds new labels, fields, options and people, also under other names here", async () => {
    const { world, project, url, people, boxes, api } = await importedBoard();
    const detail = await readDetail(world, boxes.id);
    const tag = detail.tags.find(({ name }) => name === "sky");
    requireOk(await api.patch(`/project/tags/${tag?.id}`, { name: "Renamed", color: "green" }));
    const changed = boardWith((board) => {
      board.labels.push({ id: "B9", name: "Urgent", color: "red" });
      board.customFields[1]?.options?.push({ id: "O2", value: { text: "Low" }, color: "green" });
      board.customFields.push({ id: "F9", name: "Floor", type: "text" });
      Object.assign(cardIn(board, "Boxes"), {
        idLabels: ["B1", "B9"],
        idMembers: ["M1", "M2"],
        customFieldItems: [
          { idCustomField: "F2", idValue: "O2", value: null },
          { idCustomField: "F9", value: { text: "Third" } },
        ],
      });
      board.members.push({ id: "M2", fullName: "Sam Left", username: "sam" });
    });
    requireOk(await send(world, url, changed, { people: [...people, { id: "M2", user_id: world.hr.id }] }));
    const after = await readDetail(world, boxes.id);
    expect(after.tags.map(({ name }) => name).toSorted()).toEqual(["Renamed", "Urgent"]);
    expect(new Set(after.users.map(({ id }) => id))).toEqual(new Set([world.employee.id, world.hr.id]));
    const valueOf = (title: string) => {
      const field = after.fields.find((candidate) => candidate.title === title);
      const value = after.field_values[field?.id ?? 0];
      return field?.options.find(({ id }) => id === value)?.title ?? value;
    };
    expect([valueOf("Risk"), valueOf("Floor"), valueOf("Size")]).toEqual(["Low", "Third", undefined]);
    const { project_members } = requireOk(await api.get(`/project/single/${project.id}`)).body.data;
    expect(project_members.map(({ user }: { user: Person }) => user.id)).toContain(world.hr.id);
  });

  test("of Jira without a column keeps its values", async () => {
    const world = await server.world();
    const table = (description: string) =>
      `Summary,Issue key,Issue id,Status,Priority,Reporter${description ? ",Description" : ""}\nPaint,AB-2,102,To Do,High,Sam${description ? `,${description}` : ""}\n`;
    const { project } = requireOk(await send(world, "/project-imports", table("Red"), { title: "Flat" })).body.data;
    const { counts } = requireOk(await send(world, `/project/${project.id}/imports`, table(""))).body.data;
    expect(counts).toMatchObject({ unchanged: 1, created: 0, updated: 0 });
    const changed = table("Blue").replace("Paint", "Paint the wall");
    const again = requireOk(await send(world, `/project/${project.id}/imports`, changed)).body.data;
    expect(again.counts).toMatchObject({ updated: 1 });
    const [task] = await tasksOf(world, project.id);
    expect([task?.title, (await readDetail(world, task?.id ?? 0)).description]).toEqual([
      "Paint the wall",
      "<p>Blue</p>",
    ]);
  });

  test("keeps the value here if both were changed, and names the task once", async () => {
    const { world, update, boxes, van, api } = await importedBoard();
    requireOk(await api.post(`/task/${boxes.id}`, { title: "Crates", priority: "high" }));
    const changed = boardWith((board) => Object.assign(cardIn(board, "Boxes"), { name: "Cartons", desc: "Forty" }));
    const { counts, conflicts } = await update(changed);
    expect(counts).toEqual({ ...unchangedCounts, updated: 1, unchanged: 3, conflicts: 1 });
    expect(conflicts).toEqual([
      { field: "title", name: null, count: 1, tasks: [{ id: boxes.id, key: boxes.key, title: "Crates" }] },
    ]);
    const detail = await readDetail(world, boxes.id);
    expect([detail.title, detail.description]).toEqual(["Crates", expect.stringContaining("Forty")]);
    expect([detail.last_import?.source, detail.last_import?.by?.id]).toEqual(["trello", world.manager.id]);
    expect((await readDetail(world, van.id)).last_import).toBeNull();
    const again = await update(changed);
    expect([again.counts, again.conflicts]).toEqual([unchangedCounts, []]);
  });

  test("that has the value from here is no conflict", async () => {
    const { update, boxes, api } = await importedBoard();
    requireOk(await api.post(`/task/${boxes.id}`, { title: "Crates" }));
    const { counts, conflicts } = await update(
      boardWith((board) => Object.assign(cardIn(board, "Boxes"), { name: "Crates" })),
    );
    expect([counts, conflicts]).toEqual([unchangedCounts, []]);
  });

  test("whose due date is before the start here keeps the dates", async () => {
    const { world, update, boxes, api } = await importedBoard();
    requireOk(await api.post(`/task/${boxes.id}`, { start_date: "2026-12-03" }));
    const { conflicts } = await update(
      boardWith((board) => Object.assign(cardIn(board, "Boxes"), { due: "2026-12-02T00:00:00.000Z" })),
    );
    expect(conflicts.map(({ field }: { field: string }) => field)).toEqual(["due_day"]);
    const detail = await readDetail(world, boxes.id);
    expect([detail.start_date, detail.due_date]).toEqual(["2026-12-03", "2026-12-04"]);
  });

  test("adds new cards with new numbers, and keeps those that it lacks", async () => {
    const { world, project, update, api, van } = await importedBoard();
    const own = requireOk(await api.post("/task", { task_status_id: van.task_status_id, title: "Own" })).body.data;
    const { counts } = await update(
      boardWith((board) => {
        const boxes = cardIn(board, "Boxes");
        board.cards = board.cards.filter((card) => card !== cardIn(board, "Van"));
        board.cards.push({ ...boxes, id: "c-new", idShort: 999, name: "Lamps", idMembers: [], badges: {} });
      }),
    );
    expect(counts).toMatchObject({ created: 1, missing: 1 });
    const tasks = await tasksOf(world, project.id);
    const number = Number(own.key.split("-")[1]) + 1;
    expect(tasks.find(({ title }) => title === "Lamps")?.key).toBe(`${project.code}-${number}`);
    expect(tasks.map(({ title }) => title)).toEqual(expect.arrayContaining(["Van", "Own", "Boxes"]));
  });

  test("leaves tasks alone that were deleted or moved to another project", async () => {
    const { world, project, update, boxes, van, api } = await importedBoard();
    const target = requireOk(await api.post("/project", { title: "Target" })).body.data;
    requireOk(await api.put(`/task/${van.id}/project`, { project_id: target.id }));
    requireOk(await api.delete(`/task/${boxes.id}`));
    const changed = boardWith((board) => {
      for (const name of ["Boxes", "Van"]) Object.assign(cardIn(board, name), { desc: "Changed" });
    });
    expect((await update(changed)).counts).toMatchObject({ created: 0, updated: 0, deleted: 1, moved: 1 });
    expect((await readDetail(world, van.id)).description).not.toBe("<p>Changed</p>");
    requireOk(await api.delete(`/bin/tasks/${boxes.id}`));
    expect((await update(changed)).counts).toMatchObject({ created: 0, deleted: 1 });
    expect((await tasksOf(world, project.id)).map(({ title }) => title)).toEqual([]);
  });

  test("updates a task that was restored from the bin", async () => {
    const { world, update, boxes, api } = await importedBoard();
    requireOk(await api.delete(`/task/${boxes.id}`));
    requireOk(await api.post(`/bin/tasks/${boxes.id}/restore`));
    const { counts } = await update(boardWith((board) => Object.assign(cardIn(board, "Boxes"), { desc: "Forty" })));
    expect(counts).toMatchObject({ updated: 1, deleted: 0 });
    expect((await readDetail(world, boxes.id)).description).toContain("Forty");
  });

  test("updates a project that was restored from the bin", async () => {
    const { update, project, api } = await importedBoard();
    requireOk(await api.delete(`/project/${project.id}`));
    requireOk(await api.post(`/bin/projects/${project.id}/restore`));
    expect((await update(trello)).counts).toEqual(unchangedCounts);
  });

  test("adds new comments with a mark; deleted ones stay deleted, and edited ones stay", async () => {
    const { world, update, boxes, api } = await importedBoard();
    const [first] = (await readDetail(world, boxes.id)).comments;
    requireOk(await api.delete(`/comments/${first?.id}`));
    const { counts } = await update(
      boardWith((board) => {
        const action = board.actions.find(({ type }) => type === "commentCard") as Record<string, unknown>;
        board.actions.push({ ...action, id: "a-new", data: { ...(action.data as object), text: "Newer" } });
      }),
    );
    expect(counts).toMatchObject({ updated: 1, comments: 1 });
    const { comments } = await readDetail(world, boxes.id);
    const added = comments.filter(({ comment }) => comment?.includes("Newer"));
    expect(added.map((comment) => comment.import?.source)).toEqual(["trello"]);
  });
});

test("a preview has the counts of the update and leaves no trace", async () => {
  const { world, url, update, people } = await importedBoard();
  const changed = boardWith((board) => Object.assign(cardIn(board, "Boxes"), { name: "Cartons" }));
  const [before, mark] = [await contentOf(world), server.published.length];
  const preview = requireOk(await send(world, `${url}/preview`, changed, { people })).body.data;
  expect(await contentOf(world)).toEqual(before);
  expect(world.events(mark)).toEqual([]);
  const { counts, conflicts, losses } = await update(changed);
  expect({ counts, conflicts, losses }).toEqual(preview);
});

test("an update emits one event for the project and none per task", async () => {
  const { world, update, project } = await importedBoard();
  const mark = server.published.length;
  await update(boardWith((board) => Object.assign(cardIn(board, "Boxes"), { name: "Cartons" })));
  const events = world.events(mark).filter(({ stream }) => stream === `project:${project.id}`);
  expect(events.map(({ event }) => event.type)).toEqual(["project.imported"]);
  expect(events[0]?.event.data).toMatchObject({ tasks: 0, updated: 1 });
});

test("reading offers the update of the project with the users chosen at its import", async () => {
  const { world, project } = await importedBoard();
  const read = async (by: Person) =>
    requireOk(await send(world, "/project-imports/read", trello, {}, by)).body.data.earlier;
  const [earlier] = await read(world.manager);
  expect(earlier).toMatchObject({ id: project.id, can_update: true });
  expect(earlier.people).toContainEqual({ id: "M1", user_id: world.employee.id });
  expect(earlier.people).toContainEqual({ id: "M2", user_id: null });
});

test("two updates at once create a new card once", async () => {
  const { world, project, url, people } = await importedBoard();
  const changed = boardWith((board) =>
    board.cards.push({ ...cardIn(board, "Boxes"), id: "c-new", idShort: 999, name: "Lamps", idMembers: [] }),
  );
  const replies = await Promise.all([1, 2].map(() => send(world, url, changed, { people })));
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(replies.map(({ body }) => body.data.counts.created))).toEqual(new Set([0, 1]));
  expect((await tasksOf(world, project.id)).filter(({ title }) => title === "Lamps")).toHaveLength(1);
});

test("an update that waits for an edit keeps the edited value and takes the others", async () => {
  const { world, url, people, boxes } = await importedBoard();
  const changed = boardWith((board) => Object.assign(cardIn(board, "Boxes"), { desc: "Forty" }));
  const edit = (tx: Tx) => tx.manager.query("UPDATE task SET title = 'Crates' WHERE id = $1", [boxes.id]);
  const [updated] = await runWhileLocked(server, world, edit, [() => send(world, url, changed, { people })]);
  expect(updated?.status).toBe(200);
  const detail = await readDetail(world, boxes.id);
  expect([detail.title, detail.description]).toEqual(["Crates", expect.stringContaining("Forty")]);
});

test("an update waits for a comment that is being added to a task", async () => {
  const { world, url, people, boxes } = await importedBoard();
  const changed = boardWith((board) => Object.assign(cardIn(board, "Boxes"), { desc: "Forty" }));
  // As the foreign key of a new comment locks its task. The comment changes the task afterwards.
  const lock = (tx: Tx) => tx.manager.query("SELECT FROM task WHERE id = $1 FOR KEY SHARE", [boxes.id]);
  const [updated] = await runWhileLocked(server, world, lock, [() => send(world, url, changed, { people })]);
  expect(updated?.status).toBe(200);
});

test("an update that waits for a move to the end of a column puts its card after it", async () => {
  const { world, project, url, people, van, api } = await importedBoard();
  const own = requireOk(await api.post("/task", { task_status_id: van.task_status_id, title: "Own" })).body.data;
  const doing = (await columnsOf(world, project.id)).find(({ title }) => title === "Doing");
  const move = async (tx: Tx) => {
    await tx.manager.query("SELECT FROM task_status WHERE id = $1 FOR NO KEY UPDATE", [doing?.id]);
    await tx.manager.query("UPDATE task SET task_status_id = $1, rank = $2 WHERE id = $3", [
      doing?.id,
      rankBetween(null, null),
      own.id,
    ]);
  };
  const changed = boardWith((board) => Object.assign(cardIn(board, "Boxes"), { idList: "L4" }));
  const [updated] = await runWhileLocked(server, world, move, [() => send(world, url, changed, { people })]);
  expect(updated?.status).toBe(200);
  const columns = await columnsOf(world, project.id);
  expect(columns.find(({ id }) => id === doing?.id)?.tasks.map(({ title }) => title)).toEqual(["Own", "Boxes"]);
});

test("an update that fails at its end changes nothing", async () => {
  const { world, url, people } = await importedBoard();
  await server.owner.query(
    `CREATE FUNCTION refuse_comment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.body LIKE '%poison%' THEN RAISE 'refused'; END IF; RETURN NEW; END $$;
     CREATE TRIGGER refuse_comment BEFORE INSERT ON comment FOR EACH ROW EXECUTE FUNCTION refuse_comment()`,
  );
  const before = await contentOf(world);
  const changed = boardWith((board) => {
    Object.assign(cardIn(board, "Boxes"), { name: "Cartons" });
    const action = board.actions.find(({ type }) => type === "commentCard") as Record<string, unknown>;
    board.actions.push({ ...action, id: "a-new", data: { ...(action.data as object), text: "poison" } });
  });
  try {
    expect((await send(world, url, changed, { people })).status).toBe(500);
  } finally {
    await server.owner.query("DROP FUNCTION refuse_comment CASCADE");
  }
  expect(await contentOf(world)).toEqual(before);
});
