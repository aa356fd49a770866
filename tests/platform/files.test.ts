import { mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileStore } from "../../server/platform/files/files";
import { type FileStore, newStorageKey } from "../../server/platform/files/file-store";
import type { UploadedFile } from "../../server/platform/http/body";
import { limits } from "../../server/platform/limits/limits";
import { attachmentRules, checkUpload, storeUpload } from "../../server/platform/files/files.service";
import { UserEntity } from "../../server/people/people/user.entity";
import { sql, unnamedSql } from "../../server/platform/database/unit-of-work";
import { docx, png } from "../support/sample-files";
import { testServer } from "../support/server";
import { requireOk } from "../work/tasks/board";
import { waitUntil } from "../support/wait-until";
import { password, type Person, type World } from "../support/world";

const server = testServer({ idleMs: 500 });
const pdf = Buffer.from(`%PDF-1.7\n${"0123456789".repeat(20)}`);
const insertAttachment = sql(
  "test.attach",
  "INSERT INTO task_attachment (tenant_id, task_id, title, file_id) VALUES (current_tenant(), $1, 'x', $2)",
);

const keep = async (world: World, upload: Partial<UploadedFile>, who: Person = world.employee) => {
  const sent = { field: "file", name: "plan.pdf", bytes: pdf, ...upload };
  const from = { id: who.id, tenantId: world.tenantId };
  const checked = await checkUpload(server.platform.childProcesses, from, sent, attachmentRules);
  return storeUpload(world.tx, who, server.platform.files, checked, (_, settle) => settle());
};

async function attachment(world: World, upload: Partial<UploadedFile> = {}): Promise<{ id: number; url: string }> {
  const members = [{ user_id: world.employee.id, role: "viewer" }];
  const project = (await world.api(world.manager).post("/project", { title: "Files", members })).body.data.id;
  const [column] = (await world.api(world.manager).get(`/project/${project}/task_tatus`)).body.data;
  const task = (await world.api(world.manager).post("/task", { title: "T", task_status_id: column.id })).body.data.id;
  const file = await keep(world, upload);
  await world.tx((tx) => tx.rows(insertAttachment, [task, file.id]));
  return { id: file.id, url: `/files/${file.id}/${encodeURIComponent(file.name)}` };
}

describe("refused files", () => {
  test("reading a file without session, access, parent record or valid id is refused", async () => {
    const [world, other] = [await server.world(), await server.world()];
    const { url } = await attachment(world);
    expect((await world.api().get(url)).status).toBe(401);
    expect((await other.api(other.admin).get(url)).status).toBe(404);
    expect((await world.api(world.hr).get(url)).status).toBe(404);
    const unattachedFile = await keep(world, {});
    expect((await world.api(world.employee).get(`/files/${unattachedFile.id}/x`)).status).toBe(404);
    for (const id of ["0", "x", "..", "9".repeat(30)])
      expect((await world.api(world.admin).get(`/files/${id}/x`)).status).toBe(404);
  });

  test("external users can read only the files of their projects", async () => {
    const world = await server.world();
    const { url } = await attachment(world);
    const external = world.api(world.external);
    expect((await external.get(url)).status).toBe(404);
    const projects = (await world.api(world.manager).get("/project/list")).body.data as { id: number }[];
    const members = [
      { user_id: world.manager.id, role: "owner" },
      { user_id: world.external.id, role: "viewer" },
    ];
    await world.api(world.manager).put(`/project/${projects[0]?.id}/members`, { members });
    expect((await external.get(url)).status).toBe(200);
    expect((await world.api(world.employee).get(url)).status).toBe(404);
  });

  test("a removed member can't read the project's files from the next request on", async () => {
    const world = await server.world();
    const { url } = await attachment(world);
    expect((await world.api(world.employee).get(url)).status).toBe(200);
    await world.tx((tx) => tx.rows(unnamedSql("DELETE FROM project_member WHERE user_id = $1"), [world.employee.id]));
    expect((await world.api(world.employee).with({ "if-none-match": "*" }).get(url)).status).toBe(404);
  });

  test("files get 402 with an expired plan and 423 in an inactive tenant", async () => {
    const world = await server.world();
    const { url } = await attachment(world);
    await world.change({ planEndsAt: new Date(Date.now() - 1000) });
    expect((await world.api(world.employee).get(url)).status).toBe(402);
    await world.change({ active: false });
    expect((await world.api(world.employee).get(url)).status).toBe(423);
  });

  test("the file cookie opens only files and ends with the session", async () => {
    const world = await server.world();
    const { url } = await attachment(world);
    const signedIn = await world.api().post("/auth/login", { email: world.employee.email, password });
    const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] as string;
    const byCookie = world.api().with({ cookie: `theme=dark; ${cookie}` });
    expect((await byCookie.get(url)).status).toBe(200);
    expect((await byCookie.get("/auth/user")).status).toBe(401);
    expect(
      (
        await world
          .api()
          .with({ authorization: `Bearer ${cookie.split("=")[1]}` })
          .get("/auth/user")
      ).status,
    ).toBe(401);
    expect(
      (
        await world
          .api()
          .with({ cookie: `portal_files=${signedIn.body.access_token}` })
          .get(url)
      ).status,
    ).toBe(401);
    await world.api({ ...world.employee, token: signedIn.body.access_token }).post("/auth/logout");
    expect((await byCookie.get(url)).status).toBe(401);
  });

  test.each([
    ["nothing", Buffer.alloc(0), "This file is empty"],
    [
      "an executable with an image name",
      Buffer.from("MZ\x90\x00"),
      "Invalid file type. Only JPG, JPEG, PNG, PDF, and DOCX files are allowed.",
    ],
    ["an HTML page", Buffer.from("<!doctype html><script>alert(1)</script>"), "Invalid file type."],
    [
      "an SVG with a script",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
      "Invalid file type.",
    ],
    ["a zip", Buffer.from("504b0304140000000800", "hex"), "Invalid file type."],
    ["more than 5 MB", Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]), "File size exceeds the 5MB limit."],
  ])("uploading %s is refused", async (_, bytes, words) => {
    const world = await server.world();
    const refused = await Promise.resolve()
      .then(() => keep(world, { bytes, name: "innocent.pdf" }))
      .then(() => Promise.reject(new Error("kept")))
      .catch((error) => error);
    const { problemBody } = await import("../../server/platform/http/problems");
    expect(problemBody(refused, "en")).toMatchObject({
      code: "request.invalid",
      errors: { file: [expect.stringContaining(words)] },
    });
  });
});

describe("serving", () => {
  test("a file is served whole, in ranges, and as 304 when unchanged", async () => {
    const world = await server.world();
    const { url } = await attachment(world);
    const as = world.api(world.employee);
    const whole = await as.get(url);
    expect(whole.text).toBe(pdf.toString());
    expect(whole.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(pdf.length),
      "accept-ranges": "bytes",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const part = await as.with({ range: "bytes=0-4" }).get(url);
    expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "%PDF-", `bytes 0-4/${pdf.length}`]);
    const tail = await as.with({ range: "bytes=-10", "accept-encoding": "gzip, br" }).get(url);
    expect([tail.status, tail.text, tail.headers["content-encoding"]]).toEqual([206, "0123456789", undefined]);
    const beyond = await as.with({ range: "bytes=9999-" }).get(url);
    expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, `bytes */${pdf.length}`]);
    const unmodified = await as.with({ "if-none-match": String(whole.headers.etag) }).get(url);
    expect([unmodified.status, unmodified.text]).toEqual([304, ""]);
    const among = await as.with({ "if-none-match": `"other", W/${whole.headers.etag}` }).get(url);
    expect(among.status).toBe(304);
    const other = await as.with({ range: "bytes=0-4", "if-range": '"other"' }).get(url);
    expect([other.status, other.text]).toEqual([200, pdf.toString()]);
    const same = await as.with({ range: "bytes=0-4", "if-range": String(whole.headers.etag) }).get(url);
    expect(same.status).toBe(206);
  });

  test("the product's pages may frame a PDF, but not an image", async () => {
    const world = await server.world();
    const headersOf = async (upload: Partial<UploadedFile>) =>
      (await world.api(world.employee).get((await attachment(world, upload)).url)).headers;
    const document = await headersOf({});
    expect(document["x-frame-options"]).toBe("SAMEORIGIN");
    expect(document["content-security-policy"]).toContain("frame-ancestors 'self'");
    const picture = await headersOf({ bytes: png(), name: "a.png" });
    expect(picture["x-frame-options"]).toBe("DENY");
    expect(picture["content-security-policy"]).toMatch(/frame-ancestors 'none'; sandbox$/);
  });

  test("file names are sanitized; files other than images and PDFs are downloads", async () => {
    const world = await server.world();
    const { url } = await attachment(world, { name: '../پلان "x"\r\n;.exe', bytes: docx() });
    const answer = await world.api(world.employee).get(url);
    const disposition = String(answer.headers["content-disposition"]);
    expect(disposition).toMatch(/^attachment; filename="____ _x_;.docx"; filename\*=UTF-8''/);
    expect(decodeURIComponent(disposition.split("''")[1] as string)).toBe('پلان "x";.docx');
    expect(answer.headers["content-security-policy"]).toContain("sandbox");
  });

  test("an image is cached and revalidated; a document isn't cached", async () => {
    const world = await server.world();
    const as = world.api(world.employee);
    const { url } = await attachment(world, { name: "a.png", bytes: png() });
    const picture = await as.get(url);
    expect(picture.headers["cache-control"]).toBe("private, no-cache");
    expect((await as.with({ "if-none-match": String(picture.headers.etag) }).get(url)).status).toBe(304);
    const document = await as.get((await attachment(world)).url);
    expect(document.headers["cache-control"]).toBe("no-store");
  });

  test("external users see profile images only of members of shared projects", async () => {
    const world = await server.world();
    const file = await keep(world, { bytes: png(), name: "me.png" });
    await world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { imageFileId: file.id }));
    const url = `/files/${file.id}/me.png`;
    expect((await world.api(world.external).get(url)).status).toBe(404);
    const members = [world.employee, world.external].map(({ id }) => ({ user_id: id, role: "viewer" }));
    requireOk(await world.api(world.manager).post("/project", { title: "Together", members }));
    for (const who of [world.external, world.hr]) {
      const answer = await world.api(who).get(url);
      expect([answer.status, answer.headers["content-disposition"]?.toString().slice(0, 6)]).toEqual([200, "inline"]);
    }
  });
});

async function bucket() {
  const objects = new Map<string, Buffer>();
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const key = (request.url as string).split("?")[0] as string;
      if (request.method === "PUT") {
        objects.set(key, Buffer.concat(chunks));
        return response.writeHead(200, { etag: '"1"' }).end();
      }
      if (request.method === "DELETE") {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      const found = objects.get(key);
      if (!found) return response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
      const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "");
      const body = range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found;
      return response.writeHead(range ? 206 : 200, { "content-length": body.length }).end(body);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { objects, endpoint, close: () => new Promise((resolve) => http.close(resolve)) };
}

describe.each(["folder", "S3"])("the store: %s", (kind) => {
  let store: FileStore;
  let close: () => Promise<unknown> = () => Promise.resolve();
  beforeAll(async () => {
    if (kind === "folder") {
      store = server.platform.files;
      return;
    }
    const remote = await bucket();
    close = remote.close;
    const s3 = {
      endpoint: remote.endpoint,
      region: "us-east-1",
      bucket: "portal",
      accessKeyId: "a",
      secretAccessKey: "b",
    };
    store = createFileStore({ ...server.platform.config, s3 });
  });
  afterAll(() => close());

  const read = async (stream: NodeJS.ReadableStream | null) => {
    if (!stream) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
    return Buffer.concat(chunks).toString();
  };

  test("bytes are stored under an unguessable key, read in ranges, and removed", async () => {
    const key = newStorageKey(7);
    expect(key).toMatch(/^7\/[0-9a-f]{2}\/[0-9a-f]{40}$/);
    expect(newStorageKey(7)).not.toBe(key);
    await store.put(key, Buffer.from("hello world"), "text/plain");
    expect(await read(await store.get(key))).toBe("hello world");
    expect(await read(await store.get(key, { start: 6, end: 10 }))).toBe("world");
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
  });

  test("a storage key can't refer to a file outside of its folder", async () => {
    if (kind === "S3") return;
    await expect(store.get("../../etc/passwd")).rejects.toThrow("Not a storage key");
  });
});

describe("an unavailable folder", () => {
  const away = { name: "Problem", status: 503, message: expect.stringMatching(/^The file store is away: /) as string };

  async function store() {
    const dataDir = await mkdtemp(join(tmpdir(), "portal-files-"));
    const folder = join(dataDir, "files");
    const files = createFileStore({ s3: null, dataDir });
    const key = newStorageKey(7);
    await files.put(key, Buffer.from("hello"), "text/plain");
    return { files, folder, key, end: () => rm(dataDir, { recursive: true }) };
  }

  test.each([
    ["removed", async () => {}],
    ["replaced", (folder: string) => writeFile(folder, "not a folder")],
  ])("%s: reads and writes get 503, and nothing is written", async (_, breakStorage) => {
    const { files, folder, key, end } = await store();
    await rename(folder, `${folder}.away`);
    await breakStorage(folder);
    await expect(files.get(key)).rejects.toMatchObject(away);
    await expect(files.put(newStorageKey(7), Buffer.from("x"), "text/plain")).rejects.toMatchObject(away);
    await rm(folder, { force: true });
    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" }); // an intermediate folder would remain
    await rename(`${folder}.away`, folder);
    expect(await files.get(newStorageKey(7))).toBeNull();
    expect(await files.get(key)).not.toBeNull();
    await end();
  });

  test("a file request gets 503 with Retry-After while the folder is unavailable", async () => {
    const world = await server.world();
    const { url } = await attachment(world);
    const folder = join(server.platform.config.dataDir, "files");
    await rename(folder, `${folder}.away`);
    try {
      const answer = await world.api(world.employee).get(url);
      expect([answer.status, answer.body.code, answer.headers["retry-after"]]).toEqual([503, "unavailable", "2"]);
    } finally {
      await rename(`${folder}.away`, folder);
    }
    expect((await world.api(world.employee).get(url)).status).toBe(200);
  });
});

test("a client that doesn't read its response is disconnected", async () => {
  const world = await server.world();
  const { url } = await attachment(world, { bytes: Buffer.concat([pdf, Buffer.alloc(limits.body.file - pdf.length)]) });
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: "127.0.0.1" });
  const accepted = new Promise<Socket>((resolve) => server.app.server.once("connection", resolve));
  const client = connect((server.app.server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  await once(client, "connect");
  client.pause();
  const { host, employee } = world;
  client.write(`GET ${url} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${employee.token}\r\n\r\n`);
  const connection = await accepted;
  await waitUntil("the connection is closed", () => connection.destroyed);
  expect(connection.bytesWritten).toBeGreaterThan(100_000);
  client.destroy();
});
