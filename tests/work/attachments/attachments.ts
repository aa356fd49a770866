import { sql } from "../../../server/platform/database/unit-of-work";
import type { Answer, Api } from "../../support/api";
import { multipart, type MultipartPart } from "../../support/multipart";
import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";

export interface SentFile {
  bytes?: Buffer;
  name?: string;
  title?: string;
}

const partsOf = ({ bytes, name = "photo.png", title }: SentFile): MultipartPart[] => [
  ...(title === undefined ? [] : [{ name: "title", value: title }]),
  ...(bytes === undefined ? [] : [{ name: "file", filename: name, value: bytes }]),
];

export function uploadAttachment(
  api: Api,
  taskId: number,
  sent: SentFile,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = multipart([{ name: "task_id", value: String(taskId) }, ...partsOf(sent)]);
  return api.post("/tasks/attachments", body.payload, { headers: { ...body.headers, ...headers } });
}

export function replaceUploaded(api: Api, id: number, sent: SentFile): Promise<Answer> {
  const body = multipart(partsOf(sent));
  return api.post(`/tasks/attachments/${id}`, body.payload, { headers: body.headers });
}

const selectFiles = sql("test.files", "SELECT storage_key, preview_key FROM file WHERE tenant_id = current_tenant()");
const selectLooseFiles = sql(
  "test.looseFiles",
  "SELECT storage_key FROM loose_file WHERE tenant_id = current_tenant()",
);

export async function readStoredFiles(server: TestServer, world: World) {
  const [files, notes] = await world.tx((tx) =>
    Promise.all([
      tx.rows<{ storage_key: string; preview_key: string | null }>(selectFiles),
      tx.rows<{ storage_key: string }>(selectLooseFiles),
    ]),
  );
  const referencedKeys = files.flatMap((file) => [file.storage_key, file.preview_key]).filter((key) => key !== null);
  return { rows: files.length, looseCount: notes.length, bytes: await storedFiles(server, world), referencedKeys };
}

async function storedFiles(server: TestServer, world: World): Promise<string[]> {
  const { readdir } = await import("node:fs/promises");
  const folder = `${server.platform.config.dataDir}/files/${world.tenantId}`;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

export async function expectNoOrphans(server: TestServer, world: World, files = 0): Promise<void> {
  const stored = await readStoredFiles(server, world);
  expect({ rows: stored.rows, looseCount: stored.looseCount, bytes: stored.bytes.length }).toEqual({
    rows: files,
    looseCount: 0,
    bytes: stored.referencedKeys.length,
  });
}
