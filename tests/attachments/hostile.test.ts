import { once } from "node:events";
import { connect } from "node:net";
import { sweepLooseFiles } from "../../server/files/loose-files.service";
import type { FileStore } from "../../server/platform/files/file-store";
import { sql } from "../../server/platform/database/unit-of-work";
import { multipart } from "../support/multipart";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import { until } from "../support/until";
import type { World } from "../support/world";
import { newBoard, ok, type TestBoard } from "../tasks/board";
import { attach, expectNothingLeft, replace } from "./attachments";
import { harmless, refused } from "./hostile-files";

const server = testServer();
let world: World;
let board: TestBoard;
let task = 0;

beforeAll(async () => {
  world = await server.world();
  board = await newBoard(world);
  task = board.tasks[0]?.[0] as number;
});

describe("refused, and nothing of it stays", () => {
  afterAll(() => expectNothingLeft(server, world));

  test("there are many", () => expect(refused.length).toBeGreaterThan(150));

  test.each(refused.map((each) => [each.what, each] as const))("%s", async (_, { name, bytes }) => {
    const began = performance.now();
    const answer = await attach(board.member, task, { bytes, name });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.file[0]).toMatch(/^(Invalid file type\. Only JPG|The picture is too large)/);
    expect(performance.now() - began).toBeLessThan(5_000); // no bomb goes off, however slow the machine
  });
});

describe("kept as what it is, and served so that nothing of it runs", () => {
  test("each of them", async () => {
    for (const { what, name, bytes, type, kept } of await harmless()) {
      const made = await attach(board.member, task, { bytes, name });
      if (made.status !== 201) throw new Error(`${what}: ${made.text}`);
      const { file, id } = made.body.data;
      expect([what, file.type, file.name]).toEqual([what, type, kept]);
      const served = await board.viewer.get(file.url);
      expect([what, served.status, served.headers["content-type"]]).toEqual([what, 200, type]);
      expect(served.headers["x-content-type-options"]).toBe("nosniff");
      expect(served.headers["content-security-policy"]).toMatch(/^default-src 'none'/);
      if (type !== "application/pdf") expect(served.headers["content-security-policy"]).toContain("sandbox");
      const shown = type.startsWith("image/") || type === "application/pdf";
      expect(served.headers["content-disposition"]).toMatch(shown ? /^inline; filename="[ -~]+"/ : /^attachment; /);
      ok(await board.member.delete(`/tasks/attachments/${id}`));
    }
    await sweepLooseFiles(world.tx, server.platform.files);
    await expectNothingLeft(server, world);
  });
});

describe("broken on the way", () => {
  const body = () =>
    multipart([
      { name: "task_id", value: String(task) },
      { name: "file", filename: "a.png", value: png() },
    ]);

  test.each([
    ["cut off in the file", (bytes: Buffer) => bytes.subarray(0, -80)],
    ["cut off before the last line", (bytes: Buffer) => bytes.subarray(0, -20)],
    ["cut off in the head of the part", (bytes: Buffer) => bytes.subarray(0, 120)],
    ["empty", () => Buffer.alloc(0)],
  ])("%s: refused, nothing stays", async (_, cut) => {
    const { payload, headers } = body();
    const answer = await board.member.post("/tasks/attachments", cut(payload), { headers });
    expect([400, 415, 422]).toContain(answer.status);
    await expectNothingLeft(server, world);
  });

  test("without a boundary, and with a file that says it is a field", async () => {
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
    await expectNothingLeft(server, world);
  });

  test("the line goes dead in the middle of a file", async () => {
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
      await until("the server has taken the line", async () => (await connections()) > 0);
    } finally {
      socket.destroy();
    }
    await until("the server has noticed", async () => (await connections()) === 0);
    await expectNothingLeft(server, world);
  });

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
});

describe("what a crash leaves", () => {
  /** The store of the server, for one test, with `put` as it is wanted. */
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

  const overdue = sql(
    "test.overdueKeys",
    "UPDATE loose_file SET due = now() - interval '1 minute' WHERE tenant_id = current_tenant()",
  );

  test("a store that fails: the refusal says so, nothing stays", async () => {
    const failing = () => Promise.reject(new Error("disk full"));
    await withStore(failing, async () => {
      expect((await attach(board.member, task, { bytes: png() })).status).toBe(500);
    });
    await expectNothingLeft(server, world);
  });

  test("between the bytes and the row: the sweep finds them, but not while an upload may be under way", async () => {
    const put = usualPut();
    const { files } = server.platform;
    const remove = files.remove.bind(files);
    const crash = async (...call: Parameters<FileStore["put"]>) => {
      await put(...call);
      throw new Error("the process is gone");
    };
    files.remove = () => Promise.reject(new Error("the process is gone")); // nobody tidies up
    await withStore(crash, () => attach(board.member, task, { bytes: png() }));
    files.remove = remove;
    const { bytes, loose, rows } = await (await import("./attachments")).whatIsKept(server, world);
    expect({ bytes: bytes.length, loose, rows }).toEqual({ bytes: 1, loose: 1, rows: 0 });
    expect(await sweepLooseFiles(world.tx, files)).toBe(0);
    await world.tx((tx) => tx.rows(overdue));
    expect(await sweepLooseFiles(world.tx, files)).toBe(1);
    await expectNothingLeft(server, world);
  });

  test("swept away while it took too long: no row comes to name what is gone", async () => {
    const put = usualPut();
    await withStore(
      async (...call) => {
        await put(...call);
        await world.tx((tx) => tx.rows(overdue));
        await sweepLooseFiles(world.tx, server.platform.files);
      },
      async () => {
        expect((await attach(board.member, task, { bytes: png() })).status).toBe(503);
      },
    );
    await expectNothingLeft(server, world);
  });

  test("the task goes, or its project out of sight, while the bytes are stored", async () => {
    const put = usualPut();
    const doomed = (await board.add(board.columns[0])).id;
    const during = (act: () => Promise<unknown>, run: () => Promise<unknown>) =>
      withStore(async (...call) => {
        await put(...call);
        await act();
      }, run);
    await during(
      async () => ok(await board.owner.delete(`/task/${doomed}`)),
      async () => {
        expect((await attach(board.member, doomed, { bytes: png() })).status).toBe(404);
      },
    );
    const members = [{ user_id: board.people.owner.id, role: "owner" }];
    const all = [
      ...members,
      { user_id: board.people.member.id, role: "member" },
      { user_id: board.people.viewer.id, role: "viewer" },
    ];
    await during(
      async () => ok(await board.owner.put(`/project/${board.id}/members`, { members })),
      async () => {
        expect((await attach(board.member, task, { bytes: png() })).status).toBe(404);
      },
    );
    ok(await board.owner.put(`/project/${board.id}/members`, { members: all }));
    await expectNothingLeft(server, world);
  });
});

describe("at once", () => {
  const status = (answers: readonly { status: number }[]) =>
    answers.map((answer) => answer.status).sort((a, b) => a - b);

  test("two deletes: one finds it, the other doesn't", async () => {
    const { id } = ok(await attach(board.member, task, { bytes: png() })).body.data;
    const answers = await Promise.all([1, 2].map(() => board.member.delete(`/tasks/attachments/${id}`)));
    expect(status(answers)).toEqual([200, 404]);
    expect((await board.card(task)).attachment_count).toBe(0);
    await sweepLooseFiles(world.tx, server.platform.files);
    await expectNothingLeft(server, world);
  });

  test("replaced while it is deleted, several times over: nothing is left of either", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = ok(await attach(board.member, task, { bytes: png() })).body.data;
      const [replaced, deleted] = await Promise.all([
        replace(board.member, id, { bytes: png(9, 9) }),
        board.owner.delete(`/tasks/attachments/${id}`),
      ]);
      expect([200, 404]).toContain(replaced?.status);
      expect(deleted?.status).toBe(200);
    }
    await sweepLooseFiles(world.tx, server.platform.files);
    await expectNothingLeft(server, world);
  });

  test("ten are attached: each is counted and told once", async () => {
    const mark = server.published.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => attach(board.member, task, { bytes: png() })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const counts = server.published
      .slice(mark)
      .filter(({ event }) => event.type === "attachment.created")
      .map(({ event }) => (event.data as { attachment_count: number }).attachment_count);
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await Promise.all(answers.map((answer) => board.member.delete(`/tasks/attachments/${answer.body.data.id}`)));
    await sweepLooseFiles(world.tx, server.platform.files);
    await expectNothingLeft(server, world);
  });

  test("made the cover while it is deleted: no card shows what is gone", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = ok(await attach(board.member, task, { bytes: png() })).body.data;
      const [covered] = await Promise.all([
        board.owner.post(`/task/${task}`, { cover_id: id }),
        board.member.delete(`/tasks/attachments/${id}`),
      ]);
      expect([200, 422]).toContain(covered.status);
      expect((await board.card(task)).cover_url).toBeNull();
    }
    await sweepLooseFiles(world.tx, server.platform.files);
    await expectNothingLeft(server, world);
  });

  test("two sweeps: each key is removed once", async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => attach(board.member, task, { bytes: png() })));
    for (const { body } of made) ok(await board.member.delete(`/tasks/attachments/${body.data.id}`));
    const swept = await Promise.all([1, 2].map(() => sweepLooseFiles(world.tx, server.platform.files)));
    expect((swept[0] as number) + (swept[1] as number)).toBe(6);
    await expectNothingLeft(server, world);
  });
});

test("what can't be removed from the store is tried again later, and keeps nothing else waiting", async () => {
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
  await expect(sweepLooseFiles(world.tx, { remove } as never)).rejects.toThrow("a folder lies there");
  expect(removed).toEqual(["odd-2", "odd-3", "odd-4"]);
  expect(await sweepLooseFiles(world.tx, { remove } as never)).toBe(0);
});

test("where the store is away, the sweep ends soon", async () => {
  await world.tx((tx) =>
    tx.rows({
      name: "",
      text: `INSERT INTO loose_file (tenant_id, storage_key, due)
      SELECT current_tenant(), 'away-' || n, now() - interval '1 hour' FROM generate_series(1, 250) AS n`,
    }),
  );
  const remove = jest.fn(() => Promise.reject(new Error("away")));
  await expect(sweepLooseFiles(world.tx, { remove } as never)).rejects.toThrow("away");
  expect(remove).toHaveBeenCalledTimes(3);
});
