import { readFileSync } from "node:fs";
import path from "node:path";
import type { Attachment } from "../../../shared/work/attachments/attachments.contract";
import type { BoardTask } from "../../../shared/work/tasks/tasks.contract";
import { multipart } from "../../support/multipart";
import { pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { zip } from "../../support/zip";
import { readStoredFiles, uploadAttachment } from "../attachments/attachments";
import { downloadExport } from "../project-export/fixtures";
import { newBoard, requireOk } from "../tasks/board";

const server = testServer();

const vikunja = readFileSync(path.join(__dirname, "files", "vikunja.json"), "utf8");

const send = (world: World, url: string, bytes: Buffer, fields: Record<string, string> = {}) =>
  world.api(world.manager).send({
    method: "POST",
    url,
    ...multipart([
      { name: "file", value: bytes, filename: "export.zip" },
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ]),
  });

async function tasksOf(world: World, projectId: number): Promise<BoardTask[]> {
  const { data } = requireOk(await world.api(world.manager).get(`/project/${projectId}/task_tatus`)).body;
  return (data as { tasks: BoardTask[] }[]).flatMap(({ tasks }) => tasks);
}

const filesOf = async (world: World, taskId: number): Promise<Attachment[]> =>
  requireOk(await world.api(world.manager).get(`/task/${taskId}`)).body.data.attachments;

const namesOf = async (world: World, taskId: number): Promise<string[]> =>
  (await filesOf(world, taskId)).map(({ file }) => file.name).toSorted();

/** A project with the files `a.pdf` and `b.png` in one task, and a copy made from its export. */
async function copiedProject() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [0, 0, 0] });
  const { id: sourceId } = await board.add(board.columns[0], { title: "Print" });
  const add = async (name: string, bytes: Buffer) =>
    requireOk(await uploadAttachment(board.owner, sourceId, { bytes, name })).body.data;
  const first = await add("a.pdf", pdf("one"));
  await add("b.png", png(8, 6));
  const exportBytes = async () => (await downloadExport(server, world, board.id)).bytes;
  const { project } = requireOk(await send(world, "/project-imports", await exportBytes(), { title: "Copy" })).body
    .data;
  const [task] = (await tasksOf(world, project.id)) as [BoardTask];
  const url = `/project/${project.id}/imports`;
  return { world, board, sourceId, add, first, exportBytes, url, taskId: task.id, project };
}

describe("an update from an exported project", () => {
  test("adds no file again", async () => {
    const { world, exportBytes, url, taskId } = await copiedProject();
    const { counts, losses } = requireOk(await send(world, url, await exportBytes())).body.data;
    expect([counts.files, counts.updated, losses]).toEqual([0, 0, []]);
    expect(await namesOf(world, taskId)).toEqual(["a.pdf", "b.png"]);
  });

  test("adds the new file, counts it in the preview, and not again", async () => {
    const { world, add, exportBytes, url, taskId } = await copiedProject();
    await add("c.pdf", pdf("three"));
    const bytes = await exportBytes();
    const before = await readStoredFiles(server, world);
    const preview = requireOk(await send(world, `${url}/preview`, bytes)).body.data;
    expect([preview.counts.files, preview.counts.updated]).toEqual([1, 1]);
    expect(await readStoredFiles(server, world)).toEqual(before);
    expect(requireOk(await send(world, url, bytes)).body.data.counts).toEqual(preview.counts);
    expect(await namesOf(world, taskId)).toEqual(["a.pdf", "b.png", "c.pdf"]);
    expect(requireOk(await send(world, url, bytes)).body.data.counts).toMatchObject({ files: 0, updated: 0 });
  });

  test("adds a second file of the same name with another size", async () => {
    const { world, add, exportBytes, url, taskId } = await copiedProject();
    await add("a.pdf", pdf("another and longer"));
    expect(requireOk(await send(world, url, await exportBytes())).body.data.counts.files).toBe(1);
    expect(await namesOf(world, taskId)).toEqual(["a.pdf", "a.pdf", "b.png"]);
  });

  test("leaves files that were deleted here deleted, and keeps those deleted there", async () => {
    const { world, board, first, exportBytes, url, taskId } = await copiedProject();
    const [own] = (await filesOf(world, taskId)).filter(({ file }) => file.name === "b.png") as [Attachment];
    requireOk(await world.api(world.manager).delete(`/tasks/attachments/${own.id}`));
    requireOk(await board.owner.delete(`/tasks/attachments/${first.id}`));
    expect(requireOk(await send(world, url, await exportBytes())).body.data.counts.files).toBe(0);
    expect(await namesOf(world, taskId)).toEqual(["a.pdf"]);
  });

  test("adds no files to a task that was deleted here", async () => {
    const { world, add, exportBytes, url, taskId } = await copiedProject();
    await add("c.pdf", pdf("three"));
    requireOk(await world.api(world.manager).delete(`/task/${taskId}`));
    const { counts } = requireOk(await send(world, url, await exportBytes())).body.data;
    expect(counts).toMatchObject({ files: 0, deleted: 1, created: 0 });
  });

  test("adds the files of a new task", async () => {
    const { world, board, exportBytes, url, project } = await copiedProject();
    const { id } = await board.add(board.columns[1], { title: "Bind" });
    requireOk(await uploadAttachment(board.owner, id, { bytes: pdf("bind"), name: "bind.pdf" }));
    expect(requireOk(await send(world, url, await exportBytes())).body.data.counts).toMatchObject({
      created: 1,
      files: 1,
    });
    const added = (await tasksOf(world, project.id)).find(({ title }) => title === "Bind") as BoardTask;
    expect(await namesOf(world, added.id)).toEqual(["bind.pdf"]);
  });

  test("of an earlier version adds only files that are newer than the import", async () => {
    const { world, add, exportBytes, url, taskId } = await copiedProject();
    await server.owner.query("UPDATE imported_task SET file_keys = '{}', files_until = now() WHERE tenant_id = $1", [
      world.tenantId,
    ]);
    await add("c.pdf", pdf("three"));
    for (const count of [1, 0])
      expect(requireOk(await send(world, url, await exportBytes())).body.data.counts.files).toBe(count);
    expect(await namesOf(world, taskId)).toEqual(["a.pdf", "b.png", "c.pdf"]);
  });
});

test("two updates at once add a new file once and leave no bytes behind", async () => {
  const { world, add, exportBytes, url, taskId } = await copiedProject();
  await add("c.pdf", pdf("three"));
  const bytes = await exportBytes();
  const replies = await Promise.all([1, 2].map(() => send(world, url, bytes)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(replies.map(({ body }) => body.data.counts.files))).toEqual(new Set([0, 1]));
  expect(await namesOf(world, taskId)).toEqual(["a.pdf", "b.png", "c.pdf"]);
  const stored = await readStoredFiles(server, world);
  expect([stored.rows, stored.looseCount]).toEqual([6, 0]);
});

test("files of Vikunja are recognized by their id, also after renaming", async () => {
  const world = await server.world();
  const archiveWith = (
    change: (attachments: { id: number; file: Record<string, unknown> }[]) => void,
    count: number,
  ) => {
    const projects = JSON.parse(vikunja) as { id: number; tasks: { attachments?: never[] }[] }[];
    const task = projects.flatMap(({ tasks }) => tasks).find(({ attachments }) => attachments?.length);
    change(task?.attachments as never);
    const contents = [30, 32].slice(0, count);
    return zip([
      { name: "VERSION", content: "v2.0.0" },
      { name: "data.json", content: JSON.stringify(projects) },
      ...contents.map((id) => ({ name: `files/${id}`, content: pdf(`file ${id}`) })),
    ]);
  };
  const first = archiveWith(() => {}, 1);
  const { project } = requireOk(await send(world, "/project-imports", first, { title: "Move", board: "4" })).body.data;
  const renamed = archiveWith(([attachment]) => Object.assign(attachment?.file as object, { name: "renamed.pdf" }), 1);
  const url = `/project/${project.id}/imports`;
  expect(requireOk(await send(world, url, renamed, { board: "4" })).body.data.counts.files).toBe(0);
  const second = archiveWith((attachments) => {
    const [attachment] = attachments;
    if (attachment) attachments.push({ ...attachment, id: 999, file: { ...attachment.file, id: 32, name: "new.pdf" } });
  }, 2);
  expect(requireOk(await send(world, url, second, { board: "4" })).body.data.counts.files).toBe(1);
  expect((await readStoredFiles(server, world)).rows).toBe(2);
});
