import type pg from "pg";
import type { FileStore } from "../platform/files/file-store";
import { markOf } from "../tenants/logo-mark.service";

/** A crate on its way: what Acme does. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<rect width="64" height="64" rx="14" fill="#0e7d95"/>
<path d="M14 24 32 14l18 10v18L32 52 14 42z" fill="none" stroke="#ffffff" stroke-width="4" stroke-linejoin="round"/>
<path d="M14 24l18 10 18-10M32 34v18" fill="none" stroke="#ffffff" stroke-width="4" stroke-linejoin="round"/>
</svg>`;

/** Of the first organisation: its logo, and the birthdays of those who say theirs. */
export async function writeLook(client: pg.Client, domain: string, now: Date, files?: FileStore): Promise<void> {
  const { rows } = await client.query("SELECT tenant_id FROM tenant_domain WHERE domain = $1", [domain]);
  const tenantId = rows[0]?.tenant_id as number;
  await client.query("SELECT set_config('app.tenant_id', $1, true)", [String(tenantId)]);
  await client.query(
    `UPDATE app_user SET birthday = to_char($2::timestamptz + make_interval(days => (id % 13)::int), 'MM-DD')
     WHERE tenant_id = $1 AND NOT external AND id % 4 = 1`,
    [tenantId, now],
  );
  if (!files) return;
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
    await markOf(bytes),
  ]);
  await files.put(key, bytes, "image/svg+xml");
}
