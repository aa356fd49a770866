import { sweepOrphanedFiles } from "../../../server/platform/files/orphaned-files.service";
import type { LiveEvent } from "../../../shared/kernel/events";
import { docx, pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import { uploadAttachment, expectNoOrphans, replaceUploaded } from "./attachments";

const server = testServer();

async function setup(options: Parameters<typeof newBoard>[1] = {}) {
  const world = await server.world();
  const board = await newBoard(world, options);
  return { world, board, task: board.tasks[0]?.[0] as number };
}

const idOf = (answer: { body: { data: { id: number } } }) => answer.body.data.id;
const wrongType = "Invalid file type. Only JPG, JPEG, PNG, PDF, and DOCX files are allowed.";

async function publishedEvents(board: TestBoard, act: () => Promise<unknown>): Promise<LiveEvent[]> {
  const mark = server.published.length;
  await act();
  return server.published
    .slice(mark)
    .filter(({ stream }) => stream === `project:${board.id}`)
    .map(({ event }) => event);
}

describe("refused attachments", () => {
  test("attaching is refused without permission, access or an open project", async () => {
    const { world, board, task } = await setup();
    expect((await uploadAttachment(world.api(), task, { bytes: png() })).status).toBe(401);
    expect((await uploadAttachment(board.viewer, task, { bytes: png() })).body.code).toBe("permission.denied");
    expect((await uploadAttachment(board.stranger, task, { bytes: png() })).status).toBe(404);
    expect((await uploadAttachment(board.member, 9_007_199_254_740_991, { bytes: png() })).status).toBe(404);
    const other = await server.world();
    expect((await uploadAttachment(other.api(other.admin), task, { bytes: png() })).status).toBe(404);
    expect((await uploadAttachment(world.api(world.external), task, { bytes: png() })).status).toBe(404);
    requireOk(await board.owner.put(`/project/${board.id}/archive`));
    expect((await uploadAttachment(board.owner, task, { bytes: png() })).body.code).toBe("project.archived");
    await expectNoOrphans(server, world);
  });

  test("each kind of invalid file returns its own error message", async () => {
    const { world, board, task } = await setup();
    const errorOf = async (sent: Parameters<typeof uploadAttachment>[2]) =>
      (await uploadAttachment(board.member, task, sent)).body.errors?.file;
    expect(await errorOf({})).toEqual(["No file selected"]);
    expect(await errorOf({ bytes: Buffer.alloc(0), name: "" })).toEqual(["No file selected"]);
    expect(await errorOf({ bytes: Buffer.alloc(0) })).toEqual(["This file is empty"]);
    expect(await errorOf({ bytes: Buffer.from("GIF89a"), name: "a.png" })).toEqual([wrongType]);
    const large = Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)]);
    expect(await errorOf({ bytes: large, name: "a.pdf" })).toEqual(["File size exceeds the 5MB limit."]);
    const { id } = requireOk(await uploadAttachment(board.member, task, { bytes: png() })).body.data;
    const bare = await board.member.post(`/tasks/attachments/${id}`, { title: "Other" });
    expect([bare.status, bare.body.errors]).toEqual([422, { file: ["file upload must be required to updated"] }]);
    expect((await board.member.patch(`/tasks/attachments/${id}`, { title: "" })).body.errors.title).toHaveLength(1);
    await expectNoOrphans(server, world, 1);
  });

  test("other users' attachments can be changed only with task-delete", async () => {
    const { world, board, task } = await setup();
    const id = idOf(requireOk(await uploadAttachment(board.owner, task, { bytes: png() })));
    for (const [who, status] of [
      [board.viewer, 403],
      [board.stranger, 404],
      [world.api(), 401],
    ] as const) {
      expect((await replaceUploaded(who, id, { bytes: png() })).status).toBe(status);
      expect((await who.patch(`/tasks/attachments/${id}`, { title: "x" })).status).toBe(status);
      expect((await who.delete(`/tasks/attachments/${id}`)).status).toBe(status);
    }
    expect((await board.viewer.get(`/tasks/attachments/${task}`)).body.data[0].can).toEqual({
      edit: false,
      delete: false,
    });
    expect((await board.stranger.get(`/tasks/attachments/${task}`)).status).toBe(404);
    await expectNoOrphans(server, world, 1);
  });
});

describe("attachments of a task", () => {
  test.each([
    'Offer "final".pdf',
    "Größe 100% ; ü=ß.pdf",
    "عرض السعر.pdf",
    "견적서 (최종).pdf",
    "見積 '改'.pdf",
    "Łódź *new*?.pdf",
    "🚀 plan, part 2.pdf",
  ])("an attachment keeps its file name %s, also in downloads", async (name) => {
    const { board, task } = await setup();
    const { file } = requireOk(await uploadAttachment(board.member, task, { bytes: pdf(), name })).body.data;
    expect(file.name).toBe(name);
    const served = await board.member.get(file.url);
    const [, exact = ""] = /filename\*=UTF-8''(\S+)$/.exec(String(served.headers["content-disposition"])) ?? [];
    expect(decodeURIComponent(exact)).toBe(name);
    expect(String(served.headers["content-disposition"])).toMatch(/; filename="[\x20-\x7e]*"; /);
  });

  test("a new attachment is added to the list and card count and emits an event", async () => {
    const { world, board, task } = await setup();
    let reply: { body: { data: { id: number; file: { id: number } } }; status: number } | undefined;
    const events = await publishedEvents(board, async () => {
      reply = await uploadAttachment(board.member, task, { bytes: png(), name: "C:\\photos\\Hof.PNG" });
    });
    const data = reply?.body.data;
    expect(reply?.status).toBe(201);
    expect(data).toMatchObject({
      task_id: task,
      title: "Hof.PNG",
      file: { name: "Hof.PNG", type: "image/png", size: png().length, url: `/files/${data?.file.id}/Hof.PNG` },
      author: { id: board.people.member.id },
      can: { edit: true, delete: true },
    });
    expect(data?.file).not.toHaveProperty("preview_url");
    const { can, ...facts } = data as { can?: unknown };
    expect(events).toMatchObject([
      { type: "attachment.created", data: { ...facts, project_id: board.id, attachment_count: 1 } },
    ]);
    expect((await board.viewer.get(`/tasks/attachments/${task}`)).body.data).toMatchObject([facts]);
    expect((await board.viewer.get(`/task/${task}`)).body.data.attachments).toMatchObject([facts]);
    expect((await board.card(task)).attachment_count).toBe(1);
    await expectNoOrphans(server, world, 1);
  });

  test("an upload sent twice with one idempotency key creates one attachment", async () => {
    const { world, board, task } = await setup();
    const key = { "idempotency-key": "the same upload" };
    const [first, second] = await Promise.all([
      uploadAttachment(board.member, task, { bytes: png() }, key),
      uploadAttachment(board.member, task, { bytes: png() }, key),
    ]);
    expect(second?.body).toEqual(first?.body);
    expect((await board.card(task)).attachment_count).toBe(1);
    await expectNoOrphans(server, world, 1);
  });

  test("replacing an attachment deletes the old file and keeps a custom title", async () => {
    const { world, board, task } = await setup();
    const id = idOf(requireOk(await uploadAttachment(board.member, task, { bytes: png(), name: "a.png" })));
    const events = await publishedEvents(board, async () =>
      requireOk(await replaceUploaded(board.member, id, { bytes: pdf(), name: "b.pdf" })),
    );
    expect(events).toMatchObject([
      {
        type: "attachment.updated",
        data: { id, title: "b.pdf", file: { type: "application/pdf" }, before: { title: "a.png", file_name: "a.png" } },
      },
    ]);
    requireOk(await board.member.patch(`/tasks/attachments/${id}`, { title: "Floor plan" }));
    const again = requireOk(await replaceUploaded(board.member, id, { bytes: docx(), name: "c.docx" }));
    expect(again.body.data).toMatchObject({ id, title: "Floor plan", file: { name: "c.docx" } });
    await sweepOrphanedFiles(world.tx, server.platform.files);
    await expectNoOrphans(server, world, 1);
  });

  test("an attachment's owner or a user with task-delete deletes it and its file", async () => {
    const { world, board, task } = await setup();
    const [one, two] = [
      idOf(requireOk(await uploadAttachment(board.member, task, { bytes: png() }))),
      idOf(requireOk(await uploadAttachment(board.member, task, { bytes: pdf() }))),
    ];
    const events = await publishedEvents(board, async () => {
      requireOk(await board.member.delete(`/tasks/attachments/${one}`));
      requireOk(await board.owner.delete(`/tasks/attachments/${two}`));
    });
    expect(events.map(({ type, data }) => [type, (data as { attachment_count: number }).attachment_count])).toEqual([
      ["attachment.deleted", 1],
      ["attachment.deleted", 0],
    ]);
    expect((await board.member.delete(`/tasks/attachments/${one}`)).status).toBe(404);
    await sweepOrphanedFiles(world.tx, server.platform.files);
    await expectNoOrphans(server, world);
  });

  test("deleting a task for good deletes its attachments", async () => {
    const { world, board, task } = await setup();
    const { file, id } = requireOk(await uploadAttachment(board.member, task, { bytes: png() })).body.data;
    requireOk(await board.member.post(`/task/${task}`, { cover_id: id }));
    requireOk(await board.owner.delete(`/task/${task}`));
    expect((await board.owner.get(file.url)).status).toBe(404);
    requireOk(await board.owner.delete(`/bin/tasks/${task}`));
    await sweepOrphanedFiles(world.tx, server.platform.files);
    await expectNoOrphans(server, world);
  });
});

describe("task cover", () => {
  test("the cover must be an image attached to the task", async () => {
    const { board, task } = await setup();
    const document = idOf(requireOk(await uploadAttachment(board.member, task, { bytes: pdf() })));
    const elsewhere = idOf(
      requireOk(await uploadAttachment(board.member, board.tasks[0]?.[1] as number, { bytes: png() })),
    );
    const refused = await board.member.post(`/task/${task}`, { cover_id: document });
    expect(refused.body.errors).toEqual({ cover_id: ["Only a picture can be the cover."] });
    expect((await board.member.post(`/task/${task}`, { cover_id: elsewhere })).body.errors.cover_id).toHaveLength(1);
    expect((await board.viewer.post(`/task/${task}`, { cover_id: null })).status).toBe(403);
  });

  test("changing the cover emits the old value, and a stale version gets 409", async () => {
    const { board, task } = await setup();
    const { id, file } = requireOk(await uploadAttachment(board.member, task, { bytes: png() })).body.data;
    const { version } = await board.card(task);
    const url = `/files/${file.id}/preview`;
    const events = await publishedEvents(board, async () =>
      requireOk(await board.member.post(`/task/${task}`, { cover_id: id, version })),
    );
    expect(events).toMatchObject([
      {
        type: "task.updated",
        data: { cover_id: id, cover_url: url, before: { cover_id: null, cover_url: null }, version: version + 1 },
      },
    ]);
    expect((await board.card(task)).cover_url).toBe(url);
    expect((await board.member.get(`/task/${task}`)).body.data.cover_id).toBe(id);
    const late = await board.owner.post(`/task/${task}`, { cover_id: null, version });
    expect([late.body.code, late.body.by.id]).toEqual(["task.stale", board.people.member.id]);
    expect((await board.card(task)).cover_url).toBe(url);
  });

  test("replacing or deleting an attachment updates the cover that uses it", async () => {
    const { board, task } = await setup();
    const { id, file } = requireOk(await uploadAttachment(board.member, task, { bytes: png() })).body.data;
    requireOk(await board.member.post(`/task/${task}`, { cover_id: id }));
    const next = requireOk(await replaceUploaded(board.member, id, { bytes: png(9, 9) })).body.data.file;
    expect(next.id).not.toBe(file.id);
    expect((await board.card(task)).cover_url).toBe(`/files/${next.id}/preview`);
    const coverEvents = await publishedEvents(board, async () =>
      requireOk(await replaceUploaded(board.member, id, { bytes: pdf() })),
    );
    expect(coverEvents[0]?.data).toMatchObject({ cover_id: null, cover_url: null });
    requireOk(await replaceUploaded(board.member, id, { bytes: png() }));
    expect((await board.card(task)).cover_url).toBeNull();
    requireOk(await board.member.post(`/task/${task}`, { cover_id: id }));
    const events = await publishedEvents(board, async () =>
      requireOk(await board.member.delete(`/tasks/attachments/${id}`)),
    );
    expect(events[0]?.data).toMatchObject({ cover_id: null, cover_url: null, attachment_count: 0 });
    expect((await board.card(task)).cover_url).toBeNull();
  });
});
