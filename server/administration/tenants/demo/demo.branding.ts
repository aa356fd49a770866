import type { DatabaseDemo } from "../../../platform/demo/demo.steps";
import { createHash } from "node:crypto";
import type pg from "pg";
import type { FileStore } from "../../../platform/files/file-store";
import { renderSmallImage } from "../../../platform/files/image-mark";

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<rect width="64" height="64" rx="14" fill="#0e7d95"/>
<path d="M14 24 32 14l18 10v18L32 52 14 42z" fill="none" stroke="#ffffff" stroke-width="4" stroke-linejoin="round"/>
<path d="M14 24l18 10 18-10M32 34v18" fill="none" stroke="#ffffff" stroke-width="4" stroke-linejoin="round"/>
</svg>`;

const signatures: Readonly<Record<string, string>> = {
  "hr@acme.test": "M8 34C14 8 22 6 20 30c-1 12-10 12-8 4 3-12 22-18 28-14s-8 18 0 16 12-18 18-16-6 16 2 14 14-16 22-12",
  "manager@acme.test": "M6 36 22 8l12 28M12 26h18M38 36c2-14 8-16 9-2 3-14 10-16 11 0 4-14 12-16 14-2 6 4 14-2 20-8",
  "finance@acme.test":
    "M10 10h18M19 10 15 38M8 38h16M32 38c2-12 10-18 14-10s-2 12 4 10 10-16 16-12-4 14 4 12 12-6 18-12",
  "soran.mahmoud@acme.test":
    "M34 12C22 4 10 12 20 20s10 20-8 16M38 32c0-10 12-10 10 0s-12 8-10 0M54 38c2-12 8-16 14-12m4 12c4-16 12-14 12 0s14-6 20-10",
};

async function writeSignatures(client: pg.Client, tenantId: number, files: FileStore): Promise<void> {
  for (const [email, strokes] of Object.entries(signatures)) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 110 44" width="330" height="132"><path d="${strokes}" fill="none" stroke="#1b2a4a" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
    const bytes = Buffer.from(drawing);
    const hash = createHash("sha1").update(email).digest("hex");
    const key = `${tenantId}/${hash.slice(0, 2)}/${hash}`;
    await client.query(
      `WITH u AS (SELECT id FROM app_user WHERE tenant_id = $1 AND email = $2), f AS (
         INSERT INTO file (tenant_id, name, type, size, storage_key, preview_state, uploaded_by)
         SELECT $1, 'signature.svg', 'image/svg+xml', $3, $4, 'none', id FROM u RETURNING id)
       UPDATE app_user SET signature_file_id = f.id FROM u, f WHERE app_user.tenant_id = $1 AND app_user.id = u.id`,
      [tenantId, email, bytes.length, key],
    );
    await files.put(key, bytes, "image/svg+xml");
  }
}

export async function writeBranding({ client, domain, now, files }: DatabaseDemo): Promise<void> {
  const { rows } = await client.query("SELECT tenant_id FROM tenant_domain WHERE domain = $1", [domain]);
  const tenantId = rows[0]?.tenant_id as number;
  await client.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
  await client.query(
    `UPDATE app_user SET birthday = to_char($2::timestamptz + make_interval(days => (id % 13)::int), 'MM-DD')
     WHERE tenant_id = $1 AND NOT external AND id % 4 = 1`,
    [tenantId, now],
  );
  if (!files) return;
  await writeSignatures(client, tenantId, files);
  const bytes = Buffer.from(logo);
  const key = `${tenantId}/ac/${"ac".repeat(20)}`;
  const file = await client.query(
    `INSERT INTO file (tenant_id, name, type, size, storage_key, preview_state)
     VALUES ($1, 'acme.svg', 'image/svg+xml', $2, $3, 'none') RETURNING id`,
    [tenantId, bytes.length, key],
  );
  await client.query("UPDATE tenant SET logo_file_id = $2, logo = $3, logo_mark = $4 WHERE id = $1", [
    tenantId,
    file.rows[0].id,
    `/files/${file.rows[0].id}/acme.svg`,
    await renderSmallImage(bytes),
  ]);
  await files.put(key, bytes, "image/svg+xml");
}
