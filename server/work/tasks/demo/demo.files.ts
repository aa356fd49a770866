import { createHash } from "node:crypto";
import { previewUrlOf } from "../../../../shared/kernel/uploads";
import { projectStream } from "../../../../shared/kernel/events";
import type { DemoCard, SimulatedProject } from "./demo.card";
import type { DemoUser } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";

/** Attachments by task title; with `cover` the first one is the card's cover. */
const attached: Readonly<Record<string, { names: readonly string[]; cover?: boolean }>> = {
  "Home page: words and pictures of the first screen": {
    names: ["first-screen-draft-2.png", "first-screen-phone.png", "words-to-choose-from.pdf"],
    cover: true,
  },
  "Booking stops after choosing a date in Safari": { names: ["redirect-trace.png"] },
  "Icons for the six freight classes": { names: ["freight-classes.png"] },
  "Marking on the floor: lanes, bays, escape routes": {
    names: ["floor-plan.png", "colours-of-lanes.pdf"],
    cover: true,
  },
};

export function attachFiles(log: DemoLog, project: SimulatedProject, card: DemoCard, author: DemoUser): void {
  const { names, cover = false } = attached[card.plan.title] ?? { names: [] };
  const { present } = card;
  const { id: task_id, key, title: task_title } = present;
  const at = card.touchedAt;
  const about = { at, tenantId: project.tenantId, stream: projectStream(project.id), actorId: author.id };
  names.forEach((name, index) => {
    const { id: fileId, ...file } = writeFile(log, project, author, name, at);
    const id = log.id("task_attachment");
    const row = { id, task_id, title: name, created_at: isoInstantOf(at) };
    log.add("task_attachment", { ...row, tenant_id: project.tenantId, file_id: fileId, created_by: author.id });
    present.attachment_count++;
    const eventData = { project_id: project.id, key, task_title, attachment_count: present.attachment_count };
    log.emit("attachment.created", about, { ...row, file: { id: fileId, ...file }, author, ...eventData });
    if (!cover || index > 0) return;
    const cover_url = previewUrlOf(fileId);
    present.cover_url = cover_url;
    present.version++;
    const before = { cover_id: null, cover_url: null };
    const changed = { id: task_id, project_id: project.id, key, version: present.version };
    log.emit("task.updated", about, { ...changed, cover_id: id, cover_url, before });
    card.coverFileId = fileId;
  });
}

function writeFile(log: DemoLog, project: SimulatedProject, author: DemoUser, name: string, at: number) {
  const drawn = log.files.get(name);
  const id = log.id("file");
  const type = name.endsWith(".pdf") ? "application/pdf" : "image/png";
  const file = { id, name, type, size: drawn?.bytes.length ?? 1_000 };
  const preview = drawn?.preview ?? null;
  log.add("file", {
    ...file,
    tenant_id: project.tenantId,
    storage_key: keyOf(project.tenantId, name),
    uploaded_by: author.id,
    created_at: isoInstantOf(at),
    preview_state: preview ? "ready" : "none",
    preview_key: preview && keyOf(project.tenantId, `${name} preview`),
    preview_size: preview && preview.length,
    preview_attempts: 0,
  });
  const url = `/files/${id}/${encodeURIComponent(name)}`;
  return { ...file, url, ...(preview ? { preview_url: previewUrlOf(id) } : {}) };
}

/** Deterministic so that each seeding is identical; access is checked independently of the key. */
function keyOf(tenantId: number, name: string): string {
  const digest = createHash("sha1").update(`demo ${name}`).digest("hex");
  return `${tenantId}/${digest.slice(0, 2)}/${digest}`;
}
