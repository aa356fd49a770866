import { readStored, writeStored } from "../platform/stored";

/** What was written and not sent yet: kept in this browser until it is, over reloads and other tasks. */
const keyOf = (taskId: number) => `portal.draft.comment.${taskId}`;

export const readDraft = (taskId: number): string => readStored(keyOf(taskId)) ?? "";

export function keepDraft(taskId: number, html: string): void {
  writeStored(keyOf(taskId), html === "" ? null : html);
}
