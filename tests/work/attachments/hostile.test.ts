import { once } from "node:events";
import { connect } from "node:net";
import {
  confirmStorageKey,
  reserveStorageKey,
  sweepOrphanedFiles,
} from "../../../server/platform/files/orphaned-files.service";
import type { FileStore } from "../../../server/platform/files/file-store";
import { sql, unnamedSql } from "../../../server/platform/database/unit-of-work";
import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import { uploadAttachment, expectNoOrphans, replaceUploaded } from "./attachments";
import { harmlessFiles, rejectedFiles } from "./hostile-files";

const server = testServer({ isShared: false });
let world: World;
let board: TestBoard;
let task = 0;

beforeAll(async () => {
  world = await server.world();
  board = await newBoard(world);
  task = board.tasks[0]?.[0] as number;
});

describe("rejected files", () => {
  afterAll(() => expectNoOrphans(server, world));

  test("there are more than 150 kinds of rejected files", () => expect(rejectedFiles.length).toBeGreaterThan(150));

  test.each(rejectedFiles.map((each) => [each.what, each] as const))(
    "rejects and doesn't store %s",
    async (_, { name, bytes }) => {
      const began = performance.now();
      const answer = await uploadAttachment(board.member, task, { bytes, name });
      expect(answer.status).toBe(422);
      expect(answer.body.errors.file[0]).toMatch(/^(Invalid file type\. Only JPG|The picture is too large)/);
      expect(performance.now() - began).toBeLessThan(5_000); // no decompression bomb, even on a slow machine
    },
  );
});

describe("valid files with suspicious content", () => {
  test("valid files are stored with their actual type and never execute when served", async () => {
    for (const { what, name, bytes, type, kept } of await harmlessFiles()) {
      const reply = await uploadAttachment(board.member, task, { bytes, name });
      if (reply.status !== 201) throw new Error(`${what}: ${reply.text}`);
      const { file, id } = reply.body.data;
      expect([what, file.type, file.name]).toEqual([what, type, kept]);
      const served = await board.viewer.get(file.url);
      expect([what, served.status, served.headers["content-type"]]).toEqual([what, 200, type]);
      expect(served.headers["x-content-type-options"]).toBe("nosniff");
      expect(served.headers["content-security-policy"]).toMatch(/^default-src 'none'/);
      if (type !== "application/pdf") expect(served.headers["content-security-policy"]).toContain("sandbox");
      const isInline = type.startsWith("image/") || type === "application/pdf";
      expect(served.headers["content-disposition"]).toMatch(isInline ? /^inline; filename="[ -~]+"/ : /^attachment; /);
      requireOk(await board.member.delete(`/tasks/attachments/${id}`));
    }
    await sweepOrphanedFiles(world.tx, server.platform.files);
    await expectNoOrphans(server, world);
  });
});

describe("broken uploads", () => {
  const body = () =>
    multipart([
      { name: "task_id", value: String(task) },
      { name: "file", filename: "a.png", value: png() },
    ]);

  test.each([
    ["cut off in the file", (bytes: Buffer) => bytes.subarray(0, -80)],
    ["cut off before the closing boundary", (bytes: Buffer) => bytes.subarray(0, -20)],
    ["cut off in the part's headers", (bytes: Buffer) => bytes.subarray(0, 120)],
    ["empty", () => Buffer.alloc(0)],
  ])("an upload that is %s is refused and stores nothing", async (_, cut) => {
    const { payload, headers } = body();
    const answer = await board.member.post("/tasks/attachments", cut(payload), { headers });
    expect([400, 415, 422]).toContain(answer.status);
    await expectNoOrphans(server, world);
  });

  test("an upload without boundary or with a file declared as a field is refused", async () => {
    const { payload } = body();
    const bare = await board.member.post("/tasks/attachments", payload, {
      headers: { "content-type": "multipart/form-data" },
    });
    expect([400, 415]).toContain(bare.status);
    const field = multipart([
      { name: "task_id", value: String(task) },
      { name: "file", value: png() },
    ]);
    const answer = await board.member.post("/tasks/attachments", field.payload, { headers: field.headers });
    expect([400, 422]).toContain(answer.status);
    await expectNoOrphans(server, world);
  });

  test("a connection closed in the middle of a file stores nothing", async () => {
    await server.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = server.app.server.address() as { port: number };
    const { payload, headers } = body();
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const head = [
      "POST /tasks/attachments HTTP/1.1",
      `host: ${world.host}`,
      `authorization: Bearer ${board.people.member.token}`,
      `content-type: ${headers["content-type"]}`,
      `content-length: ${payload.length}`,
      "",
      "",
    ].join("\r\n");
    socket.write(head);
    socket.write(payload.subarray(0, payload.length - 60));
    try {
      await waitUntil("the server has taken the line", async () => (await connections()) > 0);
    } finally {
      socket.destroy();
    }
    await waitUntil("the server has noticed", async () => (await connections()) === 0);
    await expectNoOrphans(server, world);
  });

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
});

describe("files left by a crash", () => {
  async function withStore(put: FileStore["put"], run: () => Promise<unknown>): Promise<void> {
    const { files } = server.platform;
    const usual = files.put.bind(files);
    files.put = put;
    try {
      await run();
    } finally {
      files.put = usual;
    }
  }
  const usualPut = () => server.platform.files.put.bind(server.platform.files);

  const markLooseFilesDue = sql(
    "test.overdueKeys",
    "UPDATE loose_file SET due = now() - interval '1 minute' WHERE tenant_id = current_tenant()",
  );

  test("a failing file store returns 500 and leaves neither file nor row", async () => {
    const failing = () => Promise.reject(new Error("disk full"));
    await withStore(failing, async () => {
      expect((await uploadAttachment(board.member, task, { bytes: png() })).status).toBe(500);
    });
    await expectNoOrphans(server, world);
  });

  test("after a crash before the row is written, the sweep deletes the file when due", async () => {
    const originalPut = usualPut();
    const { files } = server.platform;
    const remove = files.remove.bind(files);
    const crash = async (...call: Parameters<FileStore["put"]>) => {
      await originalPut(...call);
      throw new Error("the process is gone");
    };
    files.remove = () => Promise.reject(new Error("the process is gone"));
    await withStore(crash, () => uploadAttachment(board.member, task, { bytes: png() }));
    files.remove = remove;
    const { bytes, looseCount, rows } = await (await import("./attachments")).readStoredFiles(server, world);
    expect({ bytes: bytes.length, looseCount, rows }).toEqual({ bytes: 1, looseCount: 1, rows: 0 });
    expect(await sweepOrphanedFiles(world.tx, files)).toBe(0);
    await world.tx((tx) => tx.rows(markLooseFilesDue));
    expect(await sweepOrphanedFiles(world.tx, files)).toBe(1);
    await expectNoOrphans(server, world);
  });

  test("an upload whose file was swept meanwhile creates no row", async () => {
    const originalPut = usualPut();
    await withStore(
      async (...call) => {
        await originalPut(...call);
        await world.tx((tx) => tx.rows(markLooseFilesDue));
        await sweepOrphanedFiles(world.tx, server.platform.files);
      },
      async () => {
        expect((await uploadAttachment(board.member, task, { bytes: png() })).status).toBe(503);
      },
    );
    await expectNoOrphans(server, world);
  });

  test("deleting the task or archiving its project during an upload leaves no files", async () => {
    const originalPut = usualPut();
    const doomed = (await board.add(board.columns[0])).id;
    const during = (act: () => Promise<unknown>, run: () => Promise<unknown>) =>
      withStore(async (...call) => {
        await originalPut(...call);
        await act();
      }, run);
    await during(
      async () => requireOk(await board.owner.delete(`/task/${doomed}`)),
      async () => {
        expect((await uploadAttachment(board.member, doomed, { bytes: png() })).status).toBe(404);
      },
    );
    const members = [{ user_id: board.people.owner.id, role: "owner" }];
    const all = [
      ...members,
      { user_id: board.people.member.id, role: "member" },
      { user_id: board.people.viewer.id, role: "viewer" },
    ];
    await during(
      async () => requireOk(await board.owner.put(`/project/${board.id}/members`, { members })),
      async () => {
        expect((await uploadAttachment(board.member, task, { bytes: png() })).status).toBe(404);
      },
    );
    requireOk(await board.owner.put(`/project/${board.id}/members`, { members: all }));
    await expectNoOrphans(server, world);
  });
});

describe("concurrent attachment changes", () => {
  const status = (answers: readonly { status: number }[]) =>
    answers.map((answer) => answer.status).sort((a, b) => a - b);

  test("two concurrent deletes: the second gets 404", async () => {
    const { id } = requireOk(await uploadAttachment(board.member, task, { bytes: png() })).body.data;
    const answers = await Promise.all([1, 2].map(() => board.member.delete(`/tasks/attachments/${id}`)));
    expect(status(answers)).toEqual([200, 404]);
    expect((await board.card(task)).attachment_count).toBe(0);
    await sweepOrphanedFiles(world.tx, server.platform.files);
    await expectNoOrphans(server, world);
  });

  test("replacing and deleting an attachment at the same time leaves no files", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = requireOk(await uploadAttachment(board.member, task, { bytes: png() })).body.data;
      const [replaced, deleted] = await Promise.all([
        replaceUploaded(board.member, id, { bytes: png(9, 9) }),
        board.owner.delete(`/tasks/attachments/${id}`),
      ]);
      expect([200, 404]).toContain(replaced?.status);
      expect(deleted?.status).toBe(200);
    }
    await sweepOrphanedFiles(world.tx, server.platform.files);
    await expectNoOrphans(server, world);
  });

  test("ten concurrent uploads are each counted and emitted once", async () => {
    const mark = server.published.length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => uploadAttachment(board.member, task, { bytes: png() })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const counts = server.published
      .slice(mark)
      .filter(({ event }) => event.type === "attachment.created")
      .map(({ event }) => (event.data as { attachment_count: number }).attachment_count);
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await Promise.all(answers.map((answer) => board.member.delete(`/tasks/attachments/${answer.body.data.id}`)));
    await sweepOrphanedFiles(world.tx, server.platform.files);
    await expectNoOrphans(server, world);
  });

  test("setting a cover while its attachment is deleted never leaves a broken cover", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = requireOk(await uploadAttachment(board.member, task, { bytes: png() })).body.data;
      const [covered] = await Promise.all([
        board.owner.post(`/task/${task}`, { cover_id: id }),
        board.member.delete(`/tasks/attachments/${id}`),
      ]);
      expect([200, 422]).toContain(covered.status);
      expect((await board.card(task)).cover_url).toBeNull();
    }
    await sweepOrphanedFiles(world.tx, server.platform.files);
    await expectNoOrphans(server, world);
  });

  test("two concurrent sweeps remove each file once", async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => uploadAttachment(board.member, task, { bytes: png() })),
    );
    for (const { body } of replies) requireOk(await board.member.delete(`/tasks/attachments/${body.data.id}`));
    const swept = await Promise.all([1, 2].map(() => sweepOrphanedFiles(world.tx, server.platform.files)));
    expect((swept[0] as number) + (swept[1] as number)).toBe(6);
    await expectNoOrphans(server, world);
  });
});

test("bytes are removed outside of transactions, and a late upload can't use them", async () => {
  const key = await world.tx(reserveStorageKey);
  await world.tx((tx) =>
    tx.rows(unnamedSql("UPDATE loose_file SET due = now() - interval '1 minute' WHERE storage_key = $1"), [key]),
  );
  let openTransactions = 0;
  const unit: typeof world.tx = async (work) => {
    openTransactions += 1;
    return world.tx(work).finally(() => (openTransactions -= 1));
  };
  const remove = async (removedKey: string) => {
    expect([removedKey, openTransactions]).toEqual([key, 0]);
    await expect(world.tx((tx) => confirmStorageKey(tx, key))).rejects.toMatchObject({ code: "unavailable" });
  };
  expect(await sweepOrphanedFiles(unit, { remove } as never)).toBe(1);
  await expectNoOrphans(server, world);
});

test("files that can't be removed are retried later and don't block other files", async () => {
  const overdueFile = (n: number) => ({
    name: "",
    text: `INSERT INTO loose_file (tenant_id, storage_key, due)
    VALUES (current_tenant(), 'odd-${n}', now() - interval '${9 - n} hours')`,
  });
  for (const n of [1, 2, 3, 4]) await world.tx((tx) => tx.rows(overdueFile(n)));
  const removed: string[] = [];
  const remove = async (key: string) => {
    if (key === "odd-1") throw new Error("a folder lies there");
    removed.push(key);
  };
  await expect(sweepOrphanedFiles(world.tx, { remove } as never)).rejects.toThrow("a folder lies there");
  expect(removed).toEqual(["odd-2", "odd-3", "odd-4"]);
  expect(await sweepOrphanedFiles(world.tx, { remove } as never)).toBe(0);
});

test("the sweep ends early when the store is unavailable", async () => {
  await world.tx((tx) =>
    tx.rows({
      name: "",
      text: `INSERT INTO loose_file (tenant_id, storage_key, due)
      SELECT current_tenant(), 'away-' || n, now() - interval '1 hour' FROM generate_series(1, 250) AS n`,
    }),
  );
  const remove = jest.fn(() => Promise.reject(new Error("away")));
  await expect(sweepOrphanedFiles(world.tx, { remove } as never)).rejects.toThrow("away");
  expect(remove).toHaveBeenCalledTimes(3);
});
