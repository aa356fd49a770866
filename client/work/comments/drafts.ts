import { readStored, writeStored } from "../../platform/browser-storage";

/** An unsaved edit of a comment, with the version that it is based on. */
export interface CommentEditDraft {
  html: string;
  version: number;
}

const editKeyOf = (commentId: number) => `portal.draft.edit.${commentId}`;

export function readEditDraft(commentId: number): CommentEditDraft | null {
  try {
    const draft = JSON.parse(readStored(editKeyOf(commentId)) ?? "null") as CommentEditDraft | null;
    return draft && typeof draft.html === "string" && typeof draft.version === "number" ? draft : null;
  } catch {
    return null;
  }
}

export function saveEditDraft(commentId: number, draft: CommentEditDraft | null): void {
  writeStored(editKeyOf(commentId), draft && JSON.stringify(draft));
}

/** An unsent comment, kept in local storage until it is sent. */
export interface CommentDraft {
  html: string;
  /** When it was last stored; null for drafts stored by an older client. */
  at: string | null;
}

const emptyDraft: CommentDraft = { html: "", at: null };
const keyOf = (taskId: number) => `portal.draft.comment.${taskId}`;

export function readCommentDraft(taskId: number): CommentDraft {
  const stored = readStored(keyOf(taskId));
  if (stored === null) return emptyDraft;
  try {
    const { html, at } = JSON.parse(stored) as CommentDraft;
    return typeof html === "string" ? { html, at } : emptyDraft;
  } catch {
    return { html: stored, at: null };
  }
}

export function saveCommentDraft(taskId: number, html: string): CommentDraft {
  const draft = html === "" ? emptyDraft : { html, at: new Date().toISOString() };
  writeStored(keyOf(taskId), html === "" ? null : JSON.stringify(draft));
  return draft;
}
