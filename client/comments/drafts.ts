import { readStored, writeStored } from "../platform/stored";

/** What one has changed of a comment and not saved, and which version of it that was. */
export interface EditDraft {
  html: string;
  version: number;
}

const editKeyOf = (commentId: number) => `portal.draft.edit.${commentId}`;

export function readEditDraft(commentId: number): EditDraft | null {
  try {
    const draft = JSON.parse(readStored(editKeyOf(commentId)) ?? "null") as EditDraft | null;
    return draft && typeof draft.html === "string" && typeof draft.version === "number" ? draft : null;
  } catch {
    return null;
  }
}

export function keepEditDraft(commentId: number, draft: EditDraft | null): void {
  writeStored(editKeyOf(commentId), draft && JSON.stringify(draft));
}

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
