import fc from "fast-check";
import {
  type ExportedSeries,
  type ProjectExport,
  projectExportSchema,
} from "../../../shared/work/project-export/project-export.schema";
import { addDays } from "../../../shared/kernel/days";
import type { FieldKind } from "../../../shared/work/fields/fields.schema";
import { createDueTasks } from "../../../server/work/series/series.run";
import { mapViewQuery, type ReferenceIds } from "../../../shared/work/templates/templates.views.rules";
import { runsAll, runsFull } from "../../run-size";
import { multipart } from "../../support/multipart";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { zip, type ZipEntry } from "../../support/zip";
import { requireOk } from "../tasks/board";
import { readStoredFiles } from "../attachments/attachments";
import { downloadExport } from "./fixtures";
import { type RandomProject, randomProject } from "./random-project";

const server = testServer();

type Step = "" | "/read" | "/preview";

function sendZip(world: World, step: Step, bytes: Buffer, fields: object = {}, by: Person = world.manager) {
  return world.api(by).send({
    method: "POST",
    url: `/project-imports${step}`,
    ...multipart([
      { name: "file", value: bytes, filename: "project.zip" },
      ...Object.entries(fields).map(([name, value]) => ({
        name,
        value: typeof value === "string" ? value : JSON.stringify(value),
      })),
    ]),
  });
}

/** Flag of entries whose names are UTF-8. */
const utf8Names = 0x800;

const zipOf = ({ content, files }: RandomProject): Buffer =>
  zip([
    { name: "project.json", content: JSON.stringify(content) },
    ...[...files].map(([name, bytes]): ZipEntry => ({ name, content: bytes, method: 0, flags: utf8Names })),
  ]);

/** Imports a ZIP with the users that the page suggests. */
async function importZip(world: World, bytes: Buffer) {
  const { title, people } = requireOk(await sendZip(world, "/read", bytes)).body.data;
  const chosen = people.flatMap(({ id, user }: { id: string; user: Person | null }) =>
    user ? [{ id, user_id: user.id }] : [],
  );
  const fields = { title, people: chosen };
  const preview = requireOk(await sendZip(world, "/preview", bytes, fields)).body.data;
  const { project, counts, losses } = requireOk(await sendZip(world, "", bytes, fields)).body.data;
  expect(preview).toEqual({ counts, losses });
  return { id: project.id as number, losses };
}

/** The content without what an import can't keep: the time of the export, the code, and people without a role that no comment names. */
function comparable({ exported_at: _, project: { code: __, ...project }, ...content }: ProjectExport) {
  const nameOf = (id: number | null) => content.people.find((person) => person.id === id)?.name ?? null;
  const withNames = (html: string) =>
    html.replace(/data-mention="(\d+)">[^<]*/g, (_match, id: string) => `data-mention="${nameOf(Number(id))}">`);
  const isPerson = (fieldId: number) => content.fields.find(({ id }) => id === fieldId)?.kind === "person";
  const tagNames = (ids: readonly number[]) =>
    ids.flatMap((id) => content.tags.find((tag) => tag.id === id)?.name ?? []).toSorted();
  const userNames = (ids: readonly number[]) => ids.flatMap((id) => nameOf(id) ?? []).toSorted();
  const valuesOf = (values: ProjectExport["tasks"][number]["values"]) =>
    values.map(({ field, value }) => [field, isPerson(field) ? nameOf(value as number) : value]);
  return {
    views: content.views.map((view) => ({ ...view, query: mapViewQuery(view.query, positionsOf(content)) })),
    task_templates: content.task_templates
      .map((one) => ({ ...one, content: { ...one.content, tags: tagNames(one.content.tags) } }))
      .toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    // Imported series belong to the importing user.
    series: content.series.map(({ task, owner: _owner, ...one }) => ({
      ...one,
      task: {
        ...task,
        assignees: userNames(task.assignees),
        tags: tagNames(task.tags),
        values: valuesOf(task.values),
        subtasks: task.subtasks.map((subtask) => ({ ...subtask, assignee: nameOf(subtask.assignee) })),
      },
    })),
    project: { ...project, description: project.description && withNames(project.description) },
    members: content.people.filter(({ role }) => role !== null).map(({ id: _id, ...person }) => person),
    columns: content.columns,
    tags: content.tags.map(({ name, color }) => `${name} ${color}`).toSorted(),
    fields: content.fields,
    tasks: content.tasks.map((task) => ({
      ...task,
      description: task.description && withNames(task.description),
      reporter: nameOf(task.reporter),
      assignees: userNames(task.assignees),
      tags: tagNames(task.tags),
      values: valuesOf(task.values),
      subtasks: task.subtasks.map((subtask) => ({ ...subtask, assignee: nameOf(subtask.assignee) })),
      comments: task.comments.map((comment) => ({
        ...comment,
        author: nameOf(comment.author),
        body: withNames(comment.body),
      })),
      files: task.files.map((file) => ({ ...file, created_by: nameOf(file.created_by) })),
    })),
  };
}

/** Tags and people by the order of their names, which is the same in all exports. */
function positionsOf({
  columns,
  tags,
  fields,
  people,
}: Pick<ProjectExport, "columns" | "tags" | "fields" | "people">): ReferenceIds {
  const byName = (rows: readonly { id: number; name: string }[]) =>
    new Map(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }, at) => [id, at + 1]));
  const unchanged = (rows: readonly { id: number }[]) => new Map(rows.map(({ id }) => [id, id]));
  return {
    columns: unchanged(columns),
    tags: byName(tags),
    fields: new Map(fields.map(({ id, kind, options }) => [id, { id, kind, options: unchanged(options) }])),
    people: byName(people),
  };
}

const usersOf = ({ manager, employee, hr }: World) =>
  [
    { name: manager.fullname, email: manager.email, role: "owner" as const },
    { name: employee.fullname, email: employee.email, role: "member" as const },
    { name: hr.fullname, email: hr.email, role: "viewer" as const },
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));

const runs = runsAll ? 100 : runsFull ? 20 : 5;

test(`${runs} random projects are equal after import and export`, async () => {
  const world = await server.world();
  await fc.assert(
    fc.asyncProperty(randomProject(usersOf(world)), async (project) => {
      expect(projectExportSchema.isValidSync(project.content, { strict: true })).toBe(true);
      const first = await importZip(world, zipOf(project));
      expect(first.losses).toEqual([]);
      const exported = await downloadExport(server, world, first.id);
      expect(comparable(exported.content)).toEqual(comparable(project.content));
      for (const [path, bytes] of project.files) expect(exported.entries.get(path)?.equals(bytes)).toBe(true);
      const second = await importZip(world, exported.bytes);
      expect(second.losses).toEqual([]);
      const again = await downloadExport(server, world, second.id);
      expect(comparable(again.content)).toEqual(comparable(exported.content));
      expect([...again.entries.keys()]).toEqual([...exported.entries.keys()]);
    }),
    { numRuns: runs, endOnFailure: true }, // the imports of a smaller example would take minutes
  );
}, 300_000);

/** A series whose last task was created long ago. */
const dailySeries: ExportedSeries = {
  rule: {
    unit: "day",
    every: 1,
    first_day: "2026-01-01",
    days_off: "keep",
    basis: "schedule",
    create_missed: true,
    lead_days: 0,
    at_hour: 9,
  },
  state: "active",
  owner: 1,
  column: 1,
  task: {
    title: "Water the plants",
    description: null,
    priority: "low",
    complexity: 1,
    estimate_minutes: null,
    start_offset: null,
    due_offset: 0,
    assignees: [],
    tags: [],
    values: [],
    subtasks: [],
  },
  source_task: null,
  last_task: null,
  last_day: "2026-02-01",
  last_date: "2026-02-01",
  created_count: 1,
  missed_count: 0,
  occurrences: [],
};

describe("refusals", () => {
  const [sample] = fc.sample(randomProject([{ name: "Ann", email: "ann@a.example", role: "owner" }]), {
    numRuns: 1,
    seed: 7,
  }) as [RandomProject];
  const archive = (content: unknown, otherEntries: ZipEntry[] = []) =>
    zip([
      { name: "project.json", content: typeof content === "string" ? content : JSON.stringify(content) },
      ...otherEntries,
    ]);
  const task = { ...sample.content.tasks[0], files: [], values: [], blockers: [] };
  const weekly = { ...dailySeries.rule, unit: "week", weekdays: [] };
  const templateWith = (kind: FieldKind, value: unknown) => {
    const content = { ...dailySeries.task, people_roles: [], roles: [], field_values: [{ field_id: 1, kind, value }] };
    return { title: "T", content_version: 1, content };
  };

  test.each<[string, () => Buffer]>([
    ["a ZIP of another program", () => zip([{ name: "readme.txt", content: "Hello" }])],
    ["a project.json of another program", () => archive({ format: "board", tasks: [] })],
    ["broken JSON", () => archive("{")],
    ["a later version of the format", () => archive({ ...sample.content, version: 2 })],
    ["content that doesn't match the schema", () => archive({ ...sample.content, tasks: [{ number: 1 }] })],
    ["a task in an unknown column", () => archive({ ...sample.content, tasks: [{ ...task, column: 99 }] })],
    ["two tasks with the same number", () => archive({ ...sample.content, tasks: [task, task] })],
    [
      "a view with an unknown layout",
      () => archive({ ...sample.content, views: [{ name: "A", layout: "x", query: "" }] }),
    ],
    [
      "more views than a project may have",
      () => archive({ ...sample.content, views: Array(101).fill({ name: "A", layout: "list", query: "" }) }),
    ],
    [
      "a series with an incomplete rule",
      () => archive({ ...sample.content, series: [{ ...dailySeries, rule: weekly }] }),
    ],
    ["more series than a project may have", () => archive({ ...sample.content, series: Array(201).fill(dailySeries) })],
    [
      "a template with an unreadable day",
      () => archive({ ...sample.content, task_templates: [templateWith("day", "tomorrow")] }),
    ],
    [
      "a template with a day that is too far away",
      () => archive({ ...sample.content, task_templates: [templateWith("day", 1e9)] }),
    ],
    [
      "a template with a text as a number",
      () => archive({ ...sample.content, task_templates: [templateWith("number", "many")] }),
    ],
    [
      "more skipped dates of a series than a user may skip",
      () => {
        const skipped = (_: unknown, at: number) => ({ day: addDays("2026-02-02", at), task: null, skipped: true });
        return archive({
          ...sample.content,
          series: [{ ...dailySeries, occurrences: Array.from({ length: 101 }, skipped) }],
        });
      },
    ],
    [
      "dates in reverse order",
      () => {
        const project = { ...sample.content.project, start_date: "2026-02-01", end_date: "2026-01-01" };
        return archive({ ...sample.content, project });
      },
    ],
    ["a bomb", () => archive(sample.content, [{ name: "files/1/1-a.png", content: Buffer.alloc(200 * 1024 * 1024) }])],
    ["a path outside of the archive", () => archive(sample.content, [{ name: "../a.png", content: "x" }])],
  ])("%s is refused at the file", async (_, bytes) => {
    const world = await server.world();
    const reply = await sendZip(world, "/read", bytes());
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["file"]]);
  });

  test("a template with a day as an offset is read", async () => {
    const world = await server.world();
    const content = { ...sample.content, task_templates: [templateWith("day", 3)] };
    expect(requireOk(await sendZip(world, "/read", archive(content))).body.data.counts.task_templates).toBe(1);
  });
});

/** A project with one task, which has the files. */
async function projectWithFiles(world: World, names: string[]) {
  const [project] = fc.sample(randomProject(usersOf(world)), { numRuns: 1, seed: 11 }) as [RandomProject];
  const [task] = project.content.tasks as [ProjectExport["tasks"][number]];
  const file = { title: "File", created_at: "2026-01-01T00:00:00.000Z", created_by: null, is_cover: false };
  const files = names.map((name, at) => ({ ...file, name, path: `files/${task.number}/${at + 1}-${name}` }));
  const tasks: [ProjectExport["tasks"][number]] = [{ ...task, blockers: [], values: [], files }];
  return { ...project.content, views: [], task_templates: [], series: [], tasks };
}

test("files that are missing or refused are counted, and others are attached", async () => {
  const world = await server.world();
  const content = await projectWithFiles(world, ["a.pdf", "missing.pdf", "page.html"]);
  const [task] = content.tasks;
  const contents = ["%PDF-1.4\n%%EOF\n", null, "<script>alert(1)</script>"];
  const entries = task.files.flatMap(({ path }, at): ZipEntry[] => {
    const bytes = contents[at];
    return bytes == null ? [] : [{ name: path, content: bytes }];
  });
  const bytes = zip([{ name: "project.json", content: JSON.stringify(content) }, ...entries]);
  const { id, losses } = await importZip(world, bytes);
  const key = `RND-${task.number}`;
  expect(losses).toEqual([
    { code: "fileMissing", name: key, count: 1 },
    { code: "fileRefused", name: key, count: 1 },
  ]);
  const { content: exported } = await downloadExport(server, world, id);
  expect(exported.tasks[0]?.files.map(({ name }) => name)).toEqual(["a.pdf"]);
});

test("a content of the ZIP that several files name is attached once", async () => {
  const world = await server.world();
  const content = await projectWithFiles(world, ["a.pdf", "b.pdf", "c.pdf"]);
  const [task] = content.tasks;
  const path = task.files[0]?.path as string;
  for (const file of task.files) file.path = path;
  const entries = [
    { name: "project.json", content: JSON.stringify(content) },
    { name: path, content: pdf() },
  ];
  const { id, losses } = await importZip(world, zip(entries));
  expect(losses).toEqual([{ code: "fileRefused", name: `RND-${task.number}`, count: 2 }]);
  const { content: exported } = await downloadExport(server, world, id);
  expect(exported.tasks[0]?.files.map(({ name }) => name)).toEqual(["a.pdf"]);
});

test("a failed import and a preview leave no bytes in the store", async () => {
  const world = await server.world();
  const content = await projectWithFiles(world, ["a.pdf"]);
  const [path] = content.tasks[0].files.map((file) => file.path) as [string];
  const bytes = zip([
    { name: "project.json", content: JSON.stringify(content) },
    { name: path, content: "%PDF-1.4\n%%EOF\n" },
  ]);
  requireOk(await sendZip(world, "/preview", bytes, { title: "T" }));
  const people = [{ id: "1", user_id: 999_999_999 }];
  expect((await sendZip(world, "", bytes, { title: "T", people })).status).toBe(422);
  expect(await readStoredFiles(server, world)).toEqual({ rows: 0, looseCount: 0, bytes: [], referencedKeys: [] });
  requireOk(await sendZip(world, "", bytes, { title: "T" }));
  expect((await readStoredFiles(server, world)).bytes).toHaveLength(1);
});

test("a ZIP may be as large as all files of a request", async () => {
  const world = await server.world();
  const names = ["a.pdf", "b.pdf"];
  const content = await projectWithFiles(world, names);
  const large = Buffer.concat([Buffer.from("%PDF-1.4\n%%EOF\n"), Buffer.alloc(4 * 1024 * 1024)]);
  const bytes = zip([
    { name: "project.json", content: JSON.stringify(content) },
    ...content.tasks[0].files.map(({ path }): ZipEntry => ({ name: path, content: large, method: 0 })),
  ]);
  const { counts, losses } = requireOk(await sendZip(world, "/preview", bytes, { title: "T" })).body.data;
  expect([counts.files, losses]).toEqual([2, []]);
  const tooLarge = await sendZip(world, "/read", Buffer.concat([bytes, Buffer.alloc(25 * 1024 * 1024)]));
  expect([tooLarge.status, tooLarge.body.code]).toEqual([413, "request.tooLarge"]);
});

test("the same ZIP is recognized, and people without a user stay names", async () => {
  const world = await server.world();
  const content = await projectWithFiles(world, []);
  const bytes = zip([{ name: "project.json", content: JSON.stringify(content) }]);
  const { project } = requireOk(await sendZip(world, "", bytes, { title: "Alone" })).body.data;
  const { earlier } = requireOk(await sendZip(world, "/read", bytes)).body.data;
  expect(earlier.map(({ id }: { id: number }) => id)).toEqual([project.id]);
  const { content: exported } = await downloadExport(server, world, project.id);
  expect(exported.people.filter(({ role }) => role !== null).map(({ name }) => name)).toEqual([world.manager.fullname]);
  expect(exported.tasks[0]?.assignees).toEqual([]);
  expect(exported.tasks[0]?.comments).toHaveLength(content.tasks[0].comments.length);
});

test("an imported series continues today without tasks for earlier dates", async () => {
  const world = await server.world();
  const content = await projectWithFiles(world, []);
  const [{ number }] = content.tasks;
  const occurrences = [{ day: "2026-02-01", task: number, skipped: false }];
  const running = { ...dailySeries, rule: { ...dailySeries.rule, at_hour: 0 }, last_task: number, occurrences };
  const ended = { ...dailySeries, state: "ended" as const };
  // The new task must be in the project's timeline.
  const openProject = { ...content.project, start_date: null, end_date: null };
  const exportedProject = { ...content, project: openProject, series: [running, ended] };
  const bytes = zip([{ name: "project.json", content: JSON.stringify(exportedProject) }]);
  const { project, counts } = requireOk(await sendZip(world, "", bytes, { title: "T" })).body.data;
  expect(counts.series).toBe(1);
  const { data } = requireOk(
    await world.api(world.manager).get(`/task/${await taskOf(world, project.id)}/series`),
  ).body;
  const { series, calendar } = data;
  expect(series).toMatchObject({
    state: "active",
    next_day: calendar.today,
    created_count: 1,
    owner: { id: world.manager.id },
  });
  await createDueTasks((_, work) => world.tx(work), world.tenantId);
  const exported = await downloadExport(server, world, project.id);
  expect(exported.content.tasks).toHaveLength(2);
  // An export that contains today's task continues tomorrow.
  const again = requireOk(await sendZip(world, "", exported.bytes, { title: "Again" })).body.data.project;
  const [copy] = await server.owner.query<{ next_day: string }[]>(
    "SELECT next_day::text AS next_day FROM task_series WHERE project_id = $1 AND state = 'active'",
    [again.id],
  );
  expect(copy?.next_day).toBe(addDays(calendar.today, 1));
  expect(exported.content.series.map(({ state }) => state)).toEqual(["active", "ended"]);
});

const taskOf = async (world: World, projectId: number): Promise<number> => {
  const [row] = await server.owner.query<{ id: string }[]>(
    "SELECT id FROM task WHERE tenant_id = $1 AND project_id = $2",
    [world.tenantId, projectId],
  );
  return Number(row?.id);
};

test("a view of people without a user is left out and named", async () => {
  const world = await server.world();
  const content = await projectWithFiles(world, []);
  const views = [
    { name: "Of Ann", layout: "list", query: "u=1" },
    { name: "Mine", layout: "board", query: "u=-1" },
  ];
  const bytes = zip([{ name: "project.json", content: JSON.stringify({ ...content, views }) }]);
  const { project, counts, losses } = requireOk(await sendZip(world, "", bytes, { title: "T" })).body.data;
  expect([counts.views, losses]).toEqual([1, [{ code: "viewOfOthers", name: "Of Ann", count: 1 }]]);
  const { data } = requireOk(await world.api(world.manager).get(`/views?project_id=${project.id}`)).body;
  expect(data.map(({ name, scope }: { name: string; scope: string }) => [name, scope])).toEqual([["Mine", "project"]]);
});
