import { latinDigits } from "../../kernel/digits";

const pattern = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:?\d\d)?$/;

/** Parses a time as typed by an operator, such as `2026-11-25 14:03`, in UTC unless a zone is given. Returns null if invalid. */
export function parseRestoreTime(text: string): Date | null {
  const [, day, minute, second = ":00", zone = "Z"] = pattern.exec(latinDigits(text).trim()) ?? [];
  if (!day || !minute) return null;
  const time = new Date(`${day}T${minute}${second}${zone.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2")}`);
  const exists = !Number.isNaN(time.getTime()) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return exists ? time : null;
}
