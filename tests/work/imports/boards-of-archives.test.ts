import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { multipart } from "../../support/multipart";
import { createPlankaServer } from "../../support/planka-server";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { zip } from "../../support/zip";
import { requireOk } from "../tasks/board";

const config: { importOrigins: string[] } = { importOrigins: [] };
const server = testServer({ config });

const fileText = (name: string) => readFileSync(path.join(__dirname, "files", name), "utf8");

const archive = zip([
  { name: "VERSION", content: "v2.0.0" },
  { name: "data.json", content: fileText("vikunja.json") },
  { name: "files/30", content: pdf("plan") },
]);

const sendArchive = (world: World, step: "" | "/read" | "/preview", fields: Record<string, string>) =>
  world.api(world.manager).send({
    method: "POST",
    url: `/project-imports${step}`,
    ...multipart([
      { name: "file", value: archive, filename: "export.zip" },
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ]),
  });

describe("a file with several boards", () => {
  test("isn't imported without a chosen board, or with one that it doesn't have", async () => {
    const world = await server.world();
    for (const step of ["", "/preview"] as const)
      for (const board of ["", "6"]) {
        const reply = await sendArchive(world, step, { title: "Move", board });
        expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["board"]]);
      }
  });

  test("is read as a list of boards, then as the chosen board", async () => {
    const world = await server.world();
    const list = requireOk(await sendArchive(world, "/read", {})).body.data;
    expect(list).toMatchObject({ source: "vikunja", board: null, columns: [], counts: { tasks: 0 } });
    expect(list.boards.map(({ id }: { id: string }) => id)).toEqual(["4", "5"]);
    const chosen = requireOk(await sendArchive(world, "/read", { board: "4" })).body.data;
    expect(chosen).toMatchObject({ board: "4", title: "Move", counts: { tasks: 3, files: 1, dependencies: 1 } });
  });

  test("imports its attachments, and names only the imported board", async () => {
    const world = await server.world();
    const { project, counts } = requireOk(await sendArchive(world, "", { title: "Move", board: "4" })).body.data;
    expect([project.code, counts.tasks, counts.files]).toEqual(["MV", 3, 1]);
    const earlierOf = async (board: string) =>
      requireOk(await sendArchive(world, "/read", { board })).body.data.earlier.map(({ id }: { id: number }) => id);
    expect([await earlierOf("4"), await earlierOf("5")]).toEqual([[project.id], []]);
  });
});

const requests: IncomingMessage[] = [];
let openRequestCount = 0;
let maxOpenRequestCount = 0;
const planka = createPlankaServer(async (request) => {
  requests.push(request);
  maxOpenRequestCount = Math.max(maxOpenRequestCount, ++openRequestCount);
  await setTimeout(10);
  openRequestCount--;
});
let address = "";

beforeAll(async () => {
  planka.listen(0, "127.0.0.1");
  await once(planka, "listening");
  address = `http://127.0.0.1:${(planka.address() as AddressInfo).port}`;
  config.importOrigins.push(address);
});
afterAll(() => {
  planka.close();
  planka.closeAllConnections();
});
beforeEach(() => {
  requests.splice(0);
  maxOpenRequestCount = 0;
});

const listBoards = (world: World, body: object, by: Person = world.manager) =>
  world.api(by).post("/project-imports/planka/boards", { address, token: "key", ...body });
const readBoard = (world: World, body: object, by: Person = world.manager) =>
  world.api(by).post("/project-imports/planka/board", { address, token: "key", board_id: "10", ...body });

describe("a server of Planka", () => {
  test("isn't called for users who may not create projects", async () => {
    const world = await server.world();
    expect((await listBoards(world, {}, world.employee)).status).toBe(403);
    expect((await readBoard(world, {}, world.employee)).status).toBe(403);
    expect(requests).toEqual([]);
  });

  test.each([
    ["an address inside of the network", { address: "https://127.0.0.1" }, "address"],
    ["an address without https", { address: "http://planka.example.com" }, "address"],
    ["an address of another kind", { address: "file:///etc/passwd" }, "address"],
    ["no address", { address: "planka" }, "address"],
    ["a token that isn't one", { token: "key\r\nx: 1" }, "token"],
    ["a token that the server refuses", { token: "another" }, "token"],
  ])("%s is refused at the field", async (_, body, field) => {
    const reply = await listBoards(await server.world(), body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  test("that redirects isn't followed", async () => {
    const reply = await listBoards(await server.world(), { address: `${address}/moved` });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["address"]]);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["version 1", "11", "address"],
    ["a board that is too large", "12", "board_id"],
    ["an unknown board", "99", "board_id"],
  ])("with %s is refused at the field", async (_, board_id, field) => {
    const reply = await readBoard(await server.world(), { board_id });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  test("with many archives gets at most four requests at once", async () => {
    requireOk(await readBoard(await server.world(), { board_id: "13" }));
    expect(requests.filter(({ url }) => url?.startsWith("/api/lists/"))).toHaveLength(20);
    expect(maxOpenRequestCount).toBeLessThanOrEqual(4);
  });

  test("with a missing archive gets no further requests", async () => {
    const reply = await readBoard(await server.world(), { board_id: "14" });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["address"]]);
    expect(requests.filter(({ url }) => url?.startsWith("/api/lists/")).length).toBeLessThanOrEqual(4);
  });

  test("is called by a user at most ten times a minute", async () => {
    const world = await server.world();
    for (let call = 0; call < 10; call++) requireOk(await listBoards(world, {}));
    expect((await listBoards(world, {})).status).toBe(429);
  });

  test("lists its boards, also at the address of a board", async () => {
    const reply = requireOk(await listBoards(await server.world(), { address: `${address}/boards/10` }));
    expect(reply.body.data).toEqual([
      { id: "10", title: "Move", project: "House" },
      { id: "11", title: "Old", project: "House" },
    ]);
  });

  test("imports the document of a board like a file, with archive and comments", async () => {
    const world = await server.world();
    const { name, document } = requireOk(await readBoard(world, {})).body.data;
    expect([name, document]).toEqual(["Move", expect.not.stringContaining('"key"')]);
    const imported = await world.api(world.manager).send({
      method: "POST",
      url: "/project-imports",
      ...multipart([
        { name: "file", value: Buffer.from(document), filename: "Move.json" },
        { name: "title", value: "Move" },
      ]),
    });
    const { counts } = requireOk(imported).body.data;
    expect(counts).toMatchObject({ tasks: 3, archived: 1, subtasks: 2, comments: 1, tags: 2, fields: 3 });
  });
});
