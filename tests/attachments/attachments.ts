import { sql } from "../../server/platform/database/unit-of-work";
import type { Answer, Api } from "../support/api";
import { multipart, type Part } from "../support/multipart";
import type { TestServer } from "../support/server";
import type { World } from "../support/world";

export interface Sent {
  bytes?: Buffer;
  name?: string;
  title?: string;
}

const partsOf = ({ bytes, name = "photo.png", title }: Sent): Part[] => [
  ...(title === undefined ? [] : [{ name: "title", value: title }]),
  ...(bytes === undefined ? [] : [{ name: "file", filename: name, value: bytes }]),
];

/** `POST /tasks/attachments` as a browser's form sends it. */
export function attach(api: Api, taskId: number, sent: Sent, headers: Record<string, string> = {}): Promise<Answer> {
  const body = multipart([{ name: "task_id", value: String(taskId) }, ...partsOf(sent)]);
  return api.post("/tasks/attachments", body.payload, { headers: { ...body.headers, ...headers } });
}

export function replace(api: Api, id: number, sent: Sent): Promise<Answer> {
  const body = multipart(partsOf(sent));
  return api.post(`/tasks/attachments/${id}`, body.payload, { headers: body.headers });
}

const rows = sql("test.files", "SELECT storage_key, preview_key FROM file WHERE tenant_id = current_tenant()");
const loose = sql("test.looseFiles", "SELECT storage_key FROM loose_file WHERE tenant_id = current_tenant()");

/** What of a tenant's files there is: rows, keys noted as loose, and bytes in the store. */
export async function whatIsKept(server: TestServer, world: World) {
  const [files, notes] = await world.tx((tx) =>
    Promise.all([
      tx.rows<{ storage_key: string; preview_key: string | null }>(rows),
      tx.rows<{ storage_key: string }>(loose),
    ]),
  );
  const named = files.flatMap((file) => [file.storage_key, file.preview_key]).filter((key) => key !== null);
  return { rows: files.length, loose: notes.length, bytes: await storedFiles(server, world), named };
}

/** Names of everything that lies in the tenant's folder of the store. */
async function storedFiles(server: TestServer, world: World): Promise<string[]> {
  const { readdir } = await import("node:fs/promises");
  const folder = `${server.platform.config.dataDir}/files/${world.tenantId}`;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Nothing lies anywhere that no row names. */
export async function expectNothingLeft(server: TestServer, world: World, files = 0): Promise<void> {
  const kept = await whatIsKept(server, world);
  expect({ rows: kept.rows, loose: kept.loose, bytes: kept.bytes.length }).toEqual({
    rows: files,
    loose: 0,
    bytes: kept.named.length,
  });
}
