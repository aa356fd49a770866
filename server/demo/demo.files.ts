import { createHash } from "node:crypto";
import { previewUrlOf } from "../../shared/kernel/uploads";
import { projectStream } from "../../shared/kernel/events";
import type { DemoCard, SimulatedProject } from "./demo.card";
import { demoDrawings, demoDocuments } from "./demo.drawings";
import { newsDrawings } from "./news/news.drawings";
import type { DemoUser } from "./demo.history";
import { type DemoLog, isoInstantOf } from "./demo.rows";

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

/** A generated demo file; generating it at seeding time keeps binary files out of the repository. */
export interface DrawnFile {
  type: "image/png" | "application/pdf";
  bytes: Buffer;
  preview: Buffer | null;
}
export type DrawnFiles = ReadonlyMap<string, DrawnFile>;

export async function drawFiles(): Promise<DrawnFiles> {
  const { default: sharp } = await import("sharp");
  const pictures = Object.entries({ ...demoDrawings, ...newsDrawings }).map(
    async ([name, svg]): Promise<[string, DrawnFile]> => {
      const bytes = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
      const preview = await sharp(bytes).resize({ width: 640 }).webp({ quality: 80, effort: 1 }).toBuffer();
      return [name, { type: "image/png", bytes, preview }];
    },
  );
  const papers = Object.entries(demoDocuments).map(([name, lines]): [string, DrawnFile] => [
    name,
    { type: "application/pdf", bytes: paper(lines), preview: null },
  ]);
  return new Map([...(await Promise.all(pictures)), ...papers]);
}

function paper(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`).join("\n");
  const content = `BT /F1 14 Tf 22 TL 72 740 Td\n${shown}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(`${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
}

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
