import { readStored, writeStored } from "../platform/stored";

/** What was written and not sent yet: kept in this browser until it is, over reloads and other tasks. */
export interface Draft {
  html: string;
  /** When it was last kept; null for one that an older client has left here. */
  at: string | null;
}

const none: Draft = { html: "", at: null };
const keyOf = (taskId: number) => `portal.draft.comment.${taskId}`;

export function readDraft(taskId: number): Draft {
  const stored = readStored(keyOf(taskId));
  if (stored === null) return none;
  try {
    const { html, at } = JSON.parse(stored) as Draft;
    return typeof html === "string" ? { html, at } : none;
  } catch {
    return { html: stored, at: null };
  }
}

/** Answers what is kept now: nothing, when there is nothing to read. */
export function keepDraft(taskId: number, html: string): Draft {
  const draft = html === "" ? none : { html, at: new Date().toISOString() };
  writeStored(keyOf(taskId), html === "" ? null : JSON.stringify(draft));
  return draft;
}
