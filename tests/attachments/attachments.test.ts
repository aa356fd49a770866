import { sweepLooseFiles } from "../../server/files/loose-files.service";
import type { LiveEvent } from "../../shared/kernel/events";
import { docx, pdf, png } from "../support/sample-files";
import { testServer } from "../support/server";
import { newBoard, ok, type TestBoard } from "../tasks/board";
import { attach, expectNothingLeft, replace } from "./attachments";

const server = testServer();

async function scene(options: Parameters<typeof newBoard>[1] = {}) {
  const world = await server.world();
  const board = await newBoard(world, options);
  return { world, board, task: board.tasks[0]?.[0] as number };
}

const idOf = (answer: { body: { data: { id: number } } }) => answer.body.data.id;
const wrongType = "Invalid file type. Only JPG, JPEG, PNG, PDF, and DOCX files are allowed.";

async function told(board: TestBoard, act: () => Promise<unknown>): Promise<LiveEvent[]> {
  const mark = server.published.length;
  await act();
  return server.published
    .slice(mark)
    .filter(({ stream }) => stream === `project:${board.id}`)
    .map(({ event }) => event);
}

describe("what must not work", () => {
  test("attaching: signed out, without the permission, out of sight, to nothing, in an archived project", async () => {
    const { world, board, task } = await scene();
    expect((await attach(world.api(), task, { bytes: png() })).status).toBe(401);
    expect((await attach(board.viewer, task, { bytes: png() })).body.code).toBe("permission.denied");
    expect((await attach(board.stranger, task, { bytes: png() })).status).toBe(404);
    expect((await attach(board.member, 9_007_199_254_740_991, { bytes: png() })).status).toBe(404);
    const other = await server.world();
    expect((await attach(other.api(other.admin), task, { bytes: png() })).status).toBe(404);
    expect((await attach(world.api(world.external), task, { bytes: png() })).status).toBe(404);
    ok(await board.owner.put(`/project/${board.id}/archive`));
    expect((await attach(board.owner, task, { bytes: png() })).body.code).toBe("project.archived");
    await expectNothingLeft(server, world);
  });

  test("each message of the specification", async () => {
    const { world, board, task } = await scene();
    const errorOf = async (sent: Parameters<typeof attach>[2]) =>
      (await attach(board.member, task, sent)).body.errors?.file;
    expect(await errorOf({})).toEqual(["No file selected"]);
    expect(await errorOf({ bytes: Buffer.alloc(0) })).toEqual(["No file selected"]);
    expect(await errorOf({ bytes: Buffer.from("GIF89a"), name: "a.png" })).toEqual([wrongType]);
    const large = Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)]);
    expect(await errorOf({ bytes: large, name: "a.pdf" })).toEqual(["File size exceeds the 5MB limit."]);
    const { id } = ok(await attach(board.member, task, { bytes: png() })).body.data;
    const bare = await board.member.post(`/tasks/attachments/${id}`, { title: "Other" });
    expect([bare.status, bare.body.errors]).toEqual([422, { file: ["file upload must be required to updated"] }]);
    expect((await board.member.patch(`/tasks/attachments/${id}`, { title: "" })).body.errors.title).toHaveLength(1);
    await expectNothingLeft(server, world, 1);
  });

  test("another's attachment is changed by those alone who may delete tasks", async () => {
    const { world, board, task } = await scene();
    const id = idOf(ok(await attach(board.owner, task, { bytes: png() })));
    for (const [who, status] of [
      [board.viewer, 403],
      [board.stranger, 404],
      [world.api(), 401],
    ] as const) {
      expect((await replace(who, id, { bytes: png() })).status).toBe(status);
      expect((await who.patch(`/tasks/attachments/${id}`, { title: "x" })).status).toBe(status);
      expect((await who.delete(`/tasks/attachments/${id}`)).status).toBe(status);
    }
    expect((await board.viewer.get(`/tasks/attachments/${task}`)).body.data[0].can).toEqual({
      edit: false,
      delete: false,
    });
    expect((await board.stranger.get(`/tasks/attachments/${task}`)).status).toBe(404);
    await expectNothingLeft(server, world, 1);
  });
});

describe("a file on a task", () => {
  test("is attached, listed, on the panel and counted on the card; the board hears of it", async () => {
    const { world, board, task } = await scene();
    let made: { body: { data: { id: number; file: { id: number } } }; status: number } | undefined;
    const events = await told(board, async () => {
      made = await attach(board.member, task, { bytes: png(), name: "C:\\photos\\Hof.PNG" });
    });
    const data = made?.body.data;
    expect(made?.status).toBe(201);
    expect(data).toMatchObject({
      task_id: task,
      title: "Hof.PNG",
      file: { name: "Hof.PNG", type: "image/png", size: png().length, url: `/files/${data?.file.id}/Hof.PNG` },
      author: { id: board.people.member.id },
      can: { edit: true, delete: true },
    });
    expect(data?.file).not.toHaveProperty("preview_url"); // not made yet
    const { can, ...facts } = data as { can?: unknown };
    expect(events).toMatchObject([
      { type: "attachment.created", data: { ...facts, project_id: board.id, attachment_count: 1 } },
    ]);
    expect((await board.viewer.get(`/tasks/attachments/${task}`)).body.data).toMatchObject([facts]);
    expect((await board.viewer.get(`/task/${task}`)).body.data.attachments).toMatchObject([facts]);
    expect((await board.card(task)).attachment_count).toBe(1);
    await expectNothingLeft(server, world, 1);
  });

  test("one request sent twice attaches once", async () => {
    const { world, board, task } = await scene();
    const key = { "idempotency-key": "the same upload" };
    const [first, second] = await Promise.all([
      attach(board.member, task, { bytes: png() }, key),
      attach(board.member, task, { bytes: png() }, key),
    ]);
    expect(second?.body).toEqual(first?.body);
    expect((await board.card(task)).attachment_count).toBe(1);
    await expectNothingLeft(server, world, 1);
  });

  test("is replaced: the old bytes go, a title of one's own stays", async () => {
    const { world, board, task } = await scene();
    const id = idOf(ok(await attach(board.member, task, { bytes: png(), name: "a.png" })));
    const events = await told(board, async () => ok(await replace(board.member, id, { bytes: pdf(), name: "b.pdf" })));
    expect(events).toMatchObject([
      {
        type: "attachment.updated",
        data: { id, title: "b.pdf", file: { type: "application/pdf" }, before: { title: "a.png", file_name: "a.png" } },
      },
    ]);
    ok(await board.member.patch(`/tasks/attachments/${id}`, { title: "Floor plan" }));
    const again = ok(await replace(board.member, id, { bytes: docx(), name: "c.docx" }));
    expect(again.body.data).toMatchObject({ id, title: "Floor plan", file: { name: "c.docx" } });
    await sweepLooseFiles(world.tx, server.platform.files);
    await expectNothingLeft(server, world, 1);
  });

  test("is deleted by its owner or by who may delete tasks, with its bytes", async () => {
    const { world, board, task } = await scene();
    const [one, two] = [
      idOf(ok(await attach(board.member, task, { bytes: png() }))),
      idOf(ok(await attach(board.member, task, { bytes: pdf() }))),
    ];
    const events = await told(board, async () => {
      ok(await board.member.delete(`/tasks/attachments/${one}`));
      ok(await board.owner.delete(`/tasks/attachments/${two}`));
    });
    expect(events.map(({ type, data }) => [type, (data as { attachment_count: number }).attachment_count])).toEqual([
      ["attachment.deleted", 1],
      ["attachment.deleted", 0],
    ]);
    expect((await board.member.delete(`/tasks/attachments/${one}`)).status).toBe(404);
    await sweepLooseFiles(world.tx, server.platform.files);
    await expectNothingLeft(server, world);
  });

  test("goes with its task", async () => {
    const { world, board, task } = await scene();
    const { file, id } = ok(await attach(board.member, task, { bytes: png() })).body.data;
    ok(await board.member.post(`/task/${task}`, { cover_id: id }));
    ok(await board.owner.delete(`/task/${task}`));
    expect((await board.owner.get(file.url)).status).toBe(404);
    await sweepLooseFiles(world.tx, server.platform.files);
    await expectNothingLeft(server, world);
  });
});

describe("the cover", () => {
  test("is an image of the task; anything else is refused", async () => {
    const { board, task } = await scene();
    const document = idOf(ok(await attach(board.member, task, { bytes: pdf() })));
    const elsewhere = idOf(ok(await attach(board.member, board.tasks[0]?.[1] as number, { bytes: png() })));
    const refused = await board.member.post(`/task/${task}`, { cover_id: document });
    expect(refused.body.errors).toEqual({ cover_id: ["Only a picture can be the cover."] });
    expect((await board.member.post(`/task/${task}`, { cover_id: elsewhere })).body.errors.cover_id).toHaveLength(1);
    expect((await board.viewer.post(`/task/${task}`, { cover_id: null })).status).toBe(403);
  });

  test("is a field of the task: told with what was before, in conflict when someone else was faster", async () => {
    const { board, task } = await scene();
    const { id, file } = ok(await attach(board.member, task, { bytes: png() })).body.data;
    const { version } = await board.card(task);
    const url = `/files/${file.id}/preview`;
    const events = await told(board, async () =>
      ok(await board.member.post(`/task/${task}`, { cover_id: id, version })),
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

  test("follows its attachment: another picture, another kind of file, and none", async () => {
    const { board, task } = await scene();
    const { id, file } = ok(await attach(board.member, task, { bytes: png() })).body.data;
    ok(await board.member.post(`/task/${task}`, { cover_id: id }));
    const next = ok(await replace(board.member, id, { bytes: png(9, 9) })).body.data.file;
    expect(next.id).not.toBe(file.id);
    expect((await board.card(task)).cover_url).toBe(`/files/${next.id}/preview`);
    const gone = await told(board, async () => ok(await replace(board.member, id, { bytes: pdf() })));
    expect(gone[0]?.data).toMatchObject({ cover_id: null, cover_url: null });
    ok(await replace(board.member, id, { bytes: png() }));
    expect((await board.card(task)).cover_url).toBeNull();
    ok(await board.member.post(`/task/${task}`, { cover_id: id }));
    const events = await told(board, async () => ok(await board.member.delete(`/tasks/attachments/${id}`)));
    expect(events[0]?.data).toMatchObject({ cover_id: null, cover_url: null, attachment_count: 0 });
    expect((await board.card(task)).cover_url).toBeNull();
  });
});
