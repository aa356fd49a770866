import type { BackupSummary } from "../../../shared/operations/backup/backup.contract";
import { isBackupDue } from "./backup.service";

const takenAt = (taken_at: string | null, key_id: string | null = null) => ({ taken_at, key_id }) as BackupSummary;

test.each([
  ["none exists", "2026-11-26T01:00:00Z", [], true],
  ["only an unfinished one exists", "2026-11-26T01:00:00Z", [takenAt(null)], true],
  ["the last one is from this night", "2026-11-26T23:00:00Z", [takenAt("2026-11-26T02:00:09.000Z")], false],
  ["the night has not come yet", "2026-11-26T01:59:00Z", [takenAt("2026-11-25T02:00:09.000Z")], false],
  ["the last one is from the night before", "2026-11-26T02:00:00Z", [takenAt("2026-11-25T02:00:09.000Z")], true],
  ["it was taken by hand since", "2026-11-26T02:30:00Z", [takenAt("2026-11-26T02:10:00.000Z")], false],
  ["it is encrypted with another key", "2026-11-26T02:30:00Z", [takenAt("2026-11-26T02:10:00.000Z", "a")], true],
])("isBackupDue when %s", (_, now, backups, due) => {
  expect(isBackupDue(new Date(now), backups, null)).toBe(due);
});
