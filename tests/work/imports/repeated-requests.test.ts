import { readFileSync } from "node:fs";
import path from "node:path";
import { multipart } from "../../support/multipart";
import { pdf } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { zip } from "../../support/zip";
import { readStoredFiles } from "../attachments/attachments";
import { requireOk } from "../tasks/board";

const trello = readFileSync(path.join(__dirname, "files", "trello.json"), "utf8");
const vikunja = readFileSync(path.join(__dirname, "files", "vikunja.json"), "utf8");

interface Upload {
  content?: string | Buffer;
  title?: string;
  board?: string;
}

function send(world: World, url: string, key: string, { content = trello, title = "Move", board = "" }: Upload = {}) {
  const form = multipart([
    { name: "file", value: Buffer.from(content), filename: "board.json" },
    ...Object.entries({ title, board }).map(([name, value]) => ({ name, value })),
  ]);
  return world
    .api(world.manager)
    .with({ "idempotency-key": key })
    .send({ method: "POST", url, ...form });
}

describe("an import that is sent again with its idempotency key", () => {
  const server = testServer();

  const countImports = async (world: World) => {
    const [row] = await server.owner.query<{ projects: number; imports: number }[]>(
      `SELECT count(DISTINCT project_id)::int AS projects, count(*)::int AS imports FROM project_import WHERE tenant_id = $1`,
      [world.tenantId],
    );
    return row;
  };

  test("with another file or another title is refused and creates nothing", async () => {
    const world = await server.world();
    requireOk(await send(world, "/project-imports", "key"));
    for (const upload of [{ content: trello.replace("Boxes", "Crates") }, { title: "Another" }]) {
      const reply = await send(world, "/project-imports", "key", upload);
      expect([reply.status, reply.body.code]).toEqual([422, "request.idempotencyKeyReused"]);
    }
    expect(await countImports(world)).toEqual({ projects: 1, imports: 1 });
  });

  test("after it has ended gets the first answer", async () => {
    const world = await server.world();
    const first = requireOk(await send(world, "/project-imports", "key"));
    const second = await send(world, "/project-imports", "key");
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await countImports(world)).toEqual({ projects: 1, imports: 1 });
  });

  test("while it runs creates one project and leaves no bytes behind", async () => {
    const world = await server.world();
    const content = zip([
      { name: "VERSION", content: "v2.0.0" },
      { name: "data.json", content: vikunja },
      { name: "files/30", content: pdf("plan") },
    ]);
    const [first, second] = await Promise.all(
      [1, 2].map(() => send(world, "/project-imports", "key", { content, board: "4" })),
    );
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(second?.body).toEqual(first?.body);
    expect(await countImports(world)).toEqual({ projects: 1, imports: 1 });
    const stored = await readStoredFiles(server, world);
    expect([stored.rows, stored.looseCount, stored.bytes.length]).toEqual([1, 0, stored.referencedKeys.length]);
  });

  test("updates a project once, also while it runs", async () => {
    const world = await server.world();
    const { project } = requireOk(await send(world, "/project-imports", "first")).body.data;
    const url = `/project/${project.id}/imports`;
    const changed = { content: trello.replaceAll("Boxes", "Crates") };
    const [first, second] = await Promise.all([1, 2].map(() => send(world, url, "second", changed)));
    expect(first?.body.data.counts).toMatchObject({ updated: 1 });
    expect(second?.body).toEqual(first?.body);
    const third = await send(world, url, "second", changed);
    expect(third.body).toEqual(first?.body);
    expect((await send(world, url, "second")).body.code).toBe("request.idempotencyKeyReused");
    expect(await countImports(world)).toEqual({ projects: 1, imports: 2 });
  });
});

describe("files of a ZIP", () => {
  const server = testServer({ callLimits: { uploadsPerDay: 64 * 1024 } });

  const archiveOf = (content: Buffer) =>
    zip([
      { name: "VERSION", content: "v2.0.0" },
      { name: "data.json", content: vikunja },
      { name: "files/30", content },
    ]);

  test("beyond the daily bytes of a user are refused, and nothing is stored", async () => {
    const world = await server.world();
    const large = archiveOf(pdf("x".repeat(100_000)));
    const refused = await send(world, "/project-imports", "large", { content: large, board: "4" });
    expect([refused.status, refused.body.code]).toEqual([429, "rate.limited"]);
    expect((await readStoredFiles(server, world)).bytes).toEqual([]);
    const small = { content: archiveOf(pdf("plan")), board: "4" };
    expect(requireOk(await send(world, "/project-imports", "small", small)).body.data.counts.files).toBe(1);
  });

  test("count toward the daily bytes of a user", async () => {
    const world = await server.world();
    const content = archiveOf(pdf("x".repeat(40_000)));
    const statuses: number[] = [];
    for (const key of ["first", "second"])
      statuses.push((await send(world, "/project-imports", key, { content, board: "4" })).status);
    expect(statuses).toEqual([201, 429]);
  });
});
