import sharp from "sharp";
import { pino } from "pino";
import { sql } from "../../../server/platform/database/unit-of-work";
import type { LiveEvent } from "../../../shared/kernel/events";
import { createPreviews, type Previews } from "../../../workers/work/attachments/previews";
import { brokenPng, jpeg, pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import { uploadAttachment, expectNoOrphans, readStoredFiles } from "./attachments";

const server = testServer();

const opened: Previews[] = [];
function newPreviews(workerDatabase = server.owner): Previews {
  const { unitOfWork, files } = server.platform;
  const previews = createPreviews({ unitOfWork, workerDatabase, files, log: pino({ level: "silent" }) });
  opened.push(previews);
  return previews;
}
afterEach(() => Promise.all(opened.splice(0).map((previews) => previews.stop())));

interface Scene {
  world: World;
  board: TestBoard;
  task: number;
}

async function setup(): Promise<Scene> {
  const world = await server.world();
  const board = await newBoard(world);
  return { world, board, task: board.tasks[0]?.[0] as number };
}

const attached = async ({ board, task }: Scene, bytes: Buffer, name = "photo.png") =>
  requireOk(await uploadAttachment(board.member, task, { bytes, name })).body.data as {
    id: number;
    file: { id: number; url: string };
  };

const publishedSince = ({ board }: Scene, mark: number): LiveEvent[] =>
  server.published
    .slice(mark)
    .filter(({ stream }) => stream === `project:${board.id}`)
    .map(({ event }) => event)
    .filter((event) => event.type === "attachment.previewed");

const selectPreviewState = sql(
  "test.previewState",
  "SELECT preview_state AS state, preview_attempts AS attempts FROM file WHERE tenant_id = current_tenant() AND id = $1",
);
const selectStorageKey = sql(
  "test.previewedKey",
  "SELECT storage_key AS key FROM file WHERE tenant_id = current_tenant() AND id = $1",
);
const stateOf = ({ world }: Scene, id: number) =>
  world.tx((tx) => tx.one<{ state: string; attempts: number }>(selectPreviewState, [id]));

test("the preview URL serves the original image until a preview exists", async () => {
  const fixture = await setup();
  const { file } = await attached(fixture, png());
  const answer = await fixture.board.viewer.get(`/files/${file.id}/preview`);
  expect([answer.status, answer.headers["content-type"]]).toEqual([200, "image/png"]);
  const document = await attached(fixture, pdf(), "a.pdf");
  expect((await fixture.board.viewer.get(`/files/${document.file.id}/preview`)).status).toBe(404);
});

test("a preview is small, upright and without metadata", async () => {
  const fixture = await setup();
  const photo = await sharp(await jpeg(1_600, 1_000))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { id, file } = await attached(fixture, photo, "photo.jpg");
  const mark = server.published.length;
  await newPreviews().create(fixture.world.tenantId, file.id);
  const url = `/files/${file.id}/preview`;
  expect(publishedSince(fixture, mark)).toMatchObject([
    { actor: null, data: { id, file: { id: file.id, preview_url: url } } },
  ]);
  const [attachment] = (await fixture.board.viewer.get(`/tasks/attachments/${fixture.task}`)).body.data;
  expect(attachment.file.preview_url).toBe(url);
  const raw = await server.app.inject({
    url,
    headers: { host: fixture.world.host, authorization: `Bearer ${fixture.board.people.viewer.token}` },
  });
  expect(raw.headers).toMatchObject({ "content-type": "image/webp", "x-content-type-options": "nosniff" });
  expect(raw.headers["content-disposition"]).toContain('inline; filename="photo.webp"');
  const metadata = await sharp(raw.rawPayload).metadata();
  expect([metadata.format, metadata.width, metadata.height, metadata.exif]).toEqual(["webp", 640, 1_024, undefined]);
  const cachedReply = await fixture.board.viewer.with({ "if-none-match": String(raw.headers.etag) }).get(url);
  expect(cachedReply.status).toBe(304);
  await expectNoOrphans(server, fixture.world, 1);
});

test("a preview has the same access as its file", async () => {
  const fixture = await setup();
  const { file } = await attached(fixture, png());
  await newPreviews().create(fixture.world.tenantId, file.id);
  const url = `/files/${file.id}/preview`;
  const other = await server.world();
  expect((await fixture.world.api().get(url)).status).toBe(401);
  expect((await fixture.board.stranger.get(url)).status).toBe(404);
  expect((await fixture.world.api(fixture.world.external).get(url)).status).toBe(404);
  expect((await other.api(other.admin).get(url)).status).toBe(404);
  requireOk(
    await fixture.board.owner.put(`/project/${fixture.board.id}/members`, {
      members: [{ user_id: fixture.board.people.owner.id, role: "owner" }],
    }),
  );
  expect((await fixture.board.member.get(url)).status).toBe(404);
  expect((await fixture.board.member.get(file.url)).status).toBe(404);
});

test("two concurrent workers make a preview only once", async () => {
  const fixture = await setup();
  const { file } = await attached(fixture, png(40, 40));
  const mark = server.published.length;
  const [one, two] = [newPreviews(), newPreviews()];
  await Promise.all([one.create(fixture.world.tenantId, file.id), two.create(fixture.world.tenantId, file.id)]);
  await one.create(fixture.world.tenantId, file.id);
  expect(publishedSince(fixture, mark)).toHaveLength(1);
  await expectNoOrphans(server, fixture.world, 1);
});

test("the preview of a broken image fails without a retry", async () => {
  const fixture = await setup();
  const { file } = await attached(fixture, brokenPng("<script>alert(1)</script>"));
  const mark = server.published.length;
  await newPreviews().create(fixture.world.tenantId, file.id);
  expect(publishedSince(fixture, mark)).toHaveLength(1);
  expect(await stateOf(fixture, file.id)).toEqual({ state: "failed", attempts: 1 });
  expect((await fixture.board.viewer.get(`/files/${file.id}/preview`)).status).toBe(404);
  expect((await fixture.board.viewer.get(file.url)).status).toBe(200);
  await expectNoOrphans(server, fixture.world, 1);
});

test("an SVG that crashes the library ends only the rendering process", async () => {
  const fixture = await setup();
  const rules = `${":not(".repeat(8_000)}a${")".repeat(8_000)}{fill:red}`; // exceeds the stack depth of the parser
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>${rules}</style><g/></svg>`;
  const { id } = (await attached(fixture, png())).file;
  // Uploads are stripped of style rules; this simulates a bypass.
  const { key } = (await fixture.world.tx((tx) => tx.one<{ key: string }>(selectStorageKey, [id]))) as { key: string };
  await server.platform.files.put(key, Buffer.from(drawing), "image/svg+xml");
  const previews = newPreviews();
  await previews.create(fixture.world.tenantId, id);
  expect(await stateOf(fixture, id)).toEqual({ state: "failed", attempts: 1 });
  const { file } = await attached(fixture, png());
  await previews.create(fixture.world.tenantId, file.id);
  expect(await stateOf(fixture, file.id)).toMatchObject({ state: "ready" });
});

test("an image that crashes its worker fails after three attempts", async () => {
  const fixture = await setup();
  const { file } = await attached(fixture, png());
  const markPreviewCrashed = sql(
    "test.crashedPreview",
    `UPDATE file SET preview_attempts = preview_attempts + 1, preview_tried_at = now() - interval '1 hour'
     WHERE tenant_id = current_tenant() AND id = $1`,
  );
  for (let n = 0; n < 3; n++) await fixture.world.tx((tx) => tx.rows(markPreviewCrashed, [file.id]));
  await newPreviews().create(fixture.world.tenantId, file.id);
  expect((await stateOf(fixture, file.id))?.state).toBe("failed");
});

test("the scheduled job makes previews that no worker finished", async () => {
  const fixture = await setup();
  const { file } = await attached(fixture, png());
  const markFileOld = sql(
    "test.oldFile",
    "UPDATE file SET created_at = now() - interval '1 hour' WHERE tenant_id = current_tenant() AND id = $1",
  );
  await fixture.world.tx((tx) => tx.rows(markFileOld, [file.id]));
  const previews = newPreviews(await server.workerDatabase(fixture.world));
  await previews.schedule.run();
  await previews.stop();
  expect((await stateOf(fixture, file.id))?.state).toBe("ready");
});

test("deleting a file while its preview is made leaves no files", async () => {
  const fixture = await setup();
  const { id, file } = await attached(fixture, png(2_000, 2_000));
  const making = newPreviews().create(fixture.world.tenantId, file.id);
  requireOk(await fixture.board.member.delete(`/tasks/attachments/${id}`));
  await making;
  const { sweepOrphanedFiles: sweepLooseFiles } = await import("../../../server/platform/files/orphaned-files.service");
  await sweepLooseFiles(fixture.world.tx, server.platform.files);
  await expectNoOrphans(server, fixture.world);
  expect((await readStoredFiles(server, fixture.world)).rows).toBe(0);
});
