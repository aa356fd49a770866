import { projectExportSchema, type ProjectExport } from "../../../shared/work/project-export/project-export.schema";
import { fromBufferPromise } from "yauzl";
import type { TestServer } from "../../support/server";
import type { Person, World } from "../../support/world";

export interface DownloadedExport {
  bytes: Buffer;
  entries: Map<string, Buffer>;
  content: ProjectExport;
}

/** Response of the ZIP without checks. */
export const requestZip = (server: TestServer, world: World, projectId: number, by: Person | null = world.manager) =>
  server.app.inject({
    url: `/project/${projectId}/export/file`,
    headers: { host: world.host, ...(by ? { authorization: `Bearer ${by.token}` } : {}) },
  });

/** Downloads an export, whose content must match its schema. */
export async function downloadExport(
  server: TestServer,
  world: World,
  projectId: number,
  by: Person = world.manager,
): Promise<DownloadedExport> {
  const reply = await requestZip(server, world, projectId, by);
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode}: ${reply.body}`);
  const entries = await readEntries(reply.rawPayload);
  const json: unknown = JSON.parse(String(entries.get("project.json")));
  return { bytes: reply.rawPayload, entries, content: await projectExportSchema.validate(json, { strict: true }) };
}

async function readEntries(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries.set(entry.fileName, Buffer.concat(chunks));
  }
  return entries;
}
