import type { DataSource } from "typeorm";
import { languageCodes } from "../../../shared/kernel/languages";
import type { NoticeTexts } from "../../../shared/kernel/notices";
import type { AnnouncementInput, MaintenanceInput } from "../../../shared/operations/operator/notices.contract";
import { parseRestoreTime } from "../../../shared/operations/restore/restore-time";
import { queryRows, sharedSql } from "../../platform/database/statements";

// Maintenance keeps its beginning when the expected end changes; a changed announcement is a new one, which users see again.
const upsertNotice = sharedSql(
  "notices.set",
  `INSERT INTO installation_notice AS n (kind, until, tone, texts) VALUES ($1, $2, $3, $4)
   ON CONFLICT (kind) DO UPDATE SET until = excluded.until, tone = excluded.tone, texts = excluded.texts,
     since = CASE WHEN n.kind = 'maintenance' THEN n.since ELSE excluded.since END
   RETURNING kind`,
);
const deleteNotice = sharedSql(
  "notices.clear",
  `WITH cleared AS (DELETE FROM installation_notice WHERE kind = $1 RETURNING kind) SELECT kind FROM cleared`,
);

type Input = MaintenanceInput | AnnouncementInput;

const textsOf = (input: Input): NoticeTexts =>
  Object.fromEntries(languageCodes.flatMap((code) => (input[code] ? [[code, input[code]]] : [])));

async function write(owner: DataSource, kind: string, input: Input, tone: string | null): Promise<void> {
  const until = parseRestoreTime(input.until);
  await queryRows(owner, upsertNotice, [kind, until, tone, JSON.stringify(textsOf(input))]);
}

export const setMaintenance = (owner: DataSource, input: MaintenanceInput) => write(owner, "maintenance", input, null);

export const setAnnouncement = (owner: DataSource, input: AnnouncementInput) =>
  write(owner, "announcement", input, input.tone);

/** @returns whether there was such a notice. */
export async function clearNotice(owner: DataSource, kind: "maintenance" | "announcement"): Promise<boolean> {
  return (await queryRows<{ kind: string }>(owner, deleteNotice, [kind])).length > 0;
}
