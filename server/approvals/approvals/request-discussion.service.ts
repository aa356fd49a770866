import type { Activity } from "../../../shared/work/activity/activity.contract";
import type {
  RequestComment,
  RequestFile,
  RequestDiscussion,
} from "../../../shared/approvals/approvals/request-discussion.contract";
import { type Actor as Person, userStream } from "../../../shared/kernel/events";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { lockCurrentStep } from "./approvals-routing.service";
import { closeUndoWindow } from "./decision-undo.service";
import { attachmentsOfRequest, type RequestAttachment } from "./request-attachments.read";
import { audienceOfRequests } from "./request-audience.service";
import type { RequestRow } from "./request.entity";
import { presentStoredFile } from "../../work/attachments/attachments.present";
import type { FileEntity } from "../../platform/files/file.entity";
import { type Actor, personOfActor } from "../../platform/session";
import { enforceRowLimit, fileLimit } from "../../platform/database/row-limits";
import type { Tx } from "../../platform/database/unit-of-work";
import {
  mayReadDiscussion,
  loadRequestWithReadableDiscussion,
  discussionReaders,
  loadVisibleRequest,
} from "./requests.service";
import * as statements from "./request-discussion.sql";

export const requestFileLimit = fileLimit("request_attachment", "request_id", 100);

interface CommentRow {
  id: number;
  request_id: number;
  body: string;
  created_at: Date;
  author: Person;
}

export async function readDiscussion(tx: Tx, actor: Actor, requestId: number): Promise<RequestDiscussion> {
  const request = await loadVisibleRequest(tx, actor, requestId);
  if (!(await mayReadDiscussion(tx, actor, request))) return withoutText(await eventsOf(tx, request));
  const comments = await tx.rows<CommentRow>(statements.commentsOfRequest, [requestId]);
  const files = await attachmentsOfRequest(tx, requestId);
  const approved = await approvedWith(tx, requestId);
  return {
    comments: comments.map((row) => presentComment(row, actor)),
    attachments: files.map((row) => presentRequestFile(row, actor, approved)),
    activities: await eventsOf(tx, request),
    can: { comment: true },
  };
}

async function eventsOf(tx: Tx, { id, requesterId }: RequestRow): Promise<Activity[]> {
  const values = [userStream(requesterId), String(id)];
  const events = await tx.rows<Omit<Activity, "at"> & { at: Date }>(statements.requestHistory, values);
  return events.map((event) => ({ ...event, at: event.at.toISOString() }));
}

/** Removes comments, files and notes; only the history of the request remains. */
function withoutText(events: readonly Activity[]): RequestDiscussion {
  const activities = events
    .filter(({ type }) => !talkEvents.some((one) => one === type))
    .map((event) => ({ ...event, data: { ...(event.data as Record<string, unknown>), note: null } }));
  return { comments: [], attachments: [], activities, can: { comment: false } };
}

const presentComment = ({ id, author, body, created_at }: CommentRow, actor: Actor): RequestComment => ({
  id,
  author,
  comment: body,
  created_at: created_at.toISOString(),
  can: { delete: author.id === actor.id },
});

const presentRequestFile = (
  { id, author, file, created_at }: RequestAttachment,
  actor: Actor,
  approved: ReadonlySet<number>,
): RequestFile => ({
  id,
  author,
  file: presentStoredFile(file),
  created_at: created_at.toISOString(),
  can: { delete: author.id === actor.id && !approved.has(id) },
});

/** Files that were part of an approval in effect; they can't be deleted. */
const approvedWith = async (tx: Tx, requestId: number): Promise<ReadonlySet<number>> =>
  new Set((await tx.rows<{ id: number }>(statements.filesOfApproval, [requestId])).map(({ id }) => id));

const talkEvents = [
  "request.commented",
  "request.comment_deleted",
  "request.attached",
  "request.attachment_deleted",
] as const;
type TalkEvent = (typeof talkEvents)[number];

/** Users who currently see a request, by the same rule as `authorizeRequestRead`. */
async function currentReaders(tx: Tx, requestId: number): Promise<ReadonlySet<number>> {
  const readers = await audienceOfRequests(tx, [requestId]);
  return new Set(
    readers.filter((one) => one.mine || one.decides || one.all || (one.team && one.lists)).map(({ id }) => id),
  );
}

/**
 * Emits to all users concerned by the request. The requester is always included, because the requester's stream is the request's history.
 * Former participants who no longer see the request receive nothing. Neither do users who can't read its texts, since a booking may have
 * been made private.
 */
async function emitTalkEvent(
  tx: Tx,
  type: TalkEvent,
  request: RequestRow,
  actor: Actor,
  facts: Record<string, unknown>,
): Promise<void> {
  const { id, family, requester } = request;
  const readers = await currentReaders(tx, id);
  const concerned = (await tx.rows<{ id: number }>(statements.discussionParticipants, [id])).map((one) => one.id);
  const participants = await discussionReaders(
    tx,
    concerned.filter((one) => readers.has(one)),
    request,
  );
  const people = new Set([request.requesterId, actor.id, ...participants]);
  const data = { id, family, requester, ...facts };
  for (const person of [...people].sort((a, b) => a - b)) tx.emit(type, userStream(person), data as never);
}

/**
 * Adds a comment.
 * @throws Problem 404 when the request isn't visible; 403 for users who can't read its comments; 422 when the limit is reached.
 */
export async function addRequestComment(
  tx: Tx,
  actor: Actor,
  requestId: number,
  body: string,
): Promise<RequestComment> {
  const request = await loadRequestWithReadableDiscussion(tx, actor, requestId);
  const row = await tx.one<Pick<CommentRow, "id" | "created_at">>(statements.addComment, [requestId, actor.id, body]);
  if (!row) throw invalidFieldProblem("comment", "field.tooMany");
  const added = { ...row, request_id: requestId, body };
  await emitTalkEvent(tx, "request.commented", request, actor, { comment_id: added.id });
  return presentComment({ ...added, author: personOfActor(actor) }, actor);
}

export async function removeRequestComment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.one<CommentRow>(statements.commentById, [id]);
  if (!row) throw new Problem("notFound");
  const request = await loadVisibleRequest(tx, actor, row.request_id);
  if (row.author.id !== actor.id) throw new Problem("permission.denied");
  if (!(await tx.one(statements.removeComment, [id]))) return; // a repeated deletion is not an error
  await emitTalkEvent(tx, "request.comment_deleted", request, actor, { comment_id: id });
}

/**
 * Attaches a stored file to a request.
 * @throws Problem 404 when the request isn't visible; 403 for users who can't read its comments; 422 when the limit is reached.
 */
export async function attachRequestFile(
  tx: Tx,
  actor: Actor,
  requestId: number,
  keep: () => Promise<FileEntity>,
): Promise<RequestFile> {
  const request = await loadRequestWithReadableDiscussion(tx, actor, requestId);
  await enforceRowLimit(tx, requestFileLimit, "file", [requestId]);
  const { id, name, type, size, previewState } = await keep();
  const row = (await tx.one<Pick<RequestAttachment, "id" | "created_at">>(statements.addFile, [
    requestId,
    id,
    actor.id,
  ])) as RequestAttachment;
  await emitTalkEvent(tx, "request.attached", request, actor, { attachment_id: row.id, name });
  const file = { id, name, type, size: Number(size), preview: previewState === "ready" };
  return presentRequestFile({ ...row, file, author: personOfActor(actor) }, actor, new Set());
}

/** @throws Problem 404 when the request isn't visible; 403 for another user's file; 409 when the request was approved with the file. */
export async function removeRequestFile(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.one<RequestAttachment>(statements.fileById, [id]);
  if (!row) throw new Problem("notFound");
  const request = await loadVisibleRequest(tx, actor, row.request_id);
  if (row.author.id !== actor.id) throw new Problem("permission.denied");
  await lockCurrentStep(tx, row.request_id); // waits for a concurrent approval, which would include this file
  await closeUndoWindow(tx, row.request_id);
  if ((await approvedWith(tx, row.request_id)).has(id)) throw new Problem("request.wrongState");
  if (!(await tx.one(statements.removeFile, [id]))) return;
  await emitTalkEvent(tx, "request.attachment_deleted", request, actor, { attachment_id: id, name: row.file.name });
}

export async function canReadRequestFile(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  const place = await tx.one<{ request_id: number }>(statements.requestOfFile(), [fileId]);
  if (!place) return false;
  return mayReadDiscussion(tx, actor, await loadVisibleRequest(tx, actor, place.request_id));
}
