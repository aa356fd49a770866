import type { Activity } from "../../shared/activity/activity.contract";
import type { RequestComment, RequestFile, RequestTalk } from "../../shared/approvals/request-talk.contract";
import { type Actor as Person, userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { lockAsked } from "../approvals/approvals-routing.service";
import { closeUndoing } from "../approvals/decision-undo.service";
import { filesLaidWith, type LaidFile } from "../approvals/laid-files.service";
import { audienceOf } from "../approvals/request-audience.service";
import type { RequestRow } from "../approvals/request.entity";
import { presentFile } from "../attachments/attachments.present";
import type { FileEntity } from "../files/file.entity";
import { type Actor, personOf } from "../platform/session";
import { requireRoomForFile } from "../platform/database/room-for";
import type { Tx } from "../platform/database/unit-of-work";
import { readsTalk, talkableRequest, talkReaders, visibleRequest } from "./requests.service";
import * as statements from "./request-talk.sql";

interface CommentRow {
  id: number;
  request_id: number;
  body: string;
  created_at: Date;
  author: Person;
}

/** @throws Problem 404 when the request isn't theirs to see. */
export async function talkOf(tx: Tx, actor: Actor, requestId: number): Promise<RequestTalk> {
  const request = await visibleRequest(tx, actor, requestId);
  if (!(await readsTalk(tx, actor, request))) return withoutWords(await eventsOf(tx, request));
  const comments = await tx.rows<CommentRow>(statements.commentsOf, [requestId]);
  const files = await filesLaidWith(tx, requestId);
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
  const events = await tx.rows<Omit<Activity, "at"> & { at: Date }>(statements.historyOf, values);
  return events.map((event) => ({ ...event, at: event.at.toISOString() }));
}

/** Of what people say nothing but the way that it went, without why. */
function withoutWords(events: readonly Activity[]): RequestTalk {
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
  { id, author, file, created_at }: LaidFile,
  actor: Actor,
  approved: ReadonlySet<number>,
): RequestFile => ({
  id,
  author,
  file: presentFile(file),
  created_at: created_at.toISOString(),
  can: { delete: author.id === actor.id && !approved.has(id) },
});

/** Files with which a request stands approved: they stay. */
const approvedWith = async (tx: Tx, requestId: number): Promise<ReadonlySet<number>> =>
  new Set((await tx.rows<{ id: number }>(statements.filesApprovedWith, [requestId])).map(({ id }) => id));

const talkEvents = [
  "request.commented",
  "request.comment_deleted",
  "request.attached",
  "request.attachment_deleted",
] as const;
type TalkEvent = (typeof talkEvents)[number];

/** Who sees a request at this moment, as `authorizeSeeing` has it. */
async function readersNow(tx: Tx, requestId: number): Promise<ReadonlySet<number>> {
  const readers = await audienceOf(tx, [requestId]);
  return new Set(
    readers.filter((one) => one.mine || one.decides || one.all || (one.team && one.lists)).map(({ id }) => id),
  );
}

/**
 * To everyone whom the request concerns; the requester is always among them, and their stream is its history. Whoever has said
 * something once, and doesn't see it any more, hears nothing further, nor does who sees it without its words: a booking may have
 * been made private since.
 */
async function tell(
  tx: Tx,
  type: TalkEvent,
  request: RequestRow,
  actor: Actor,
  more: Record<string, unknown>,
): Promise<void> {
  const { id, family, requester } = request;
  const readers = await readersNow(tx, id);
  const concerned = (await tx.rows<{ id: number }>(statements.audience, [id])).map((one) => one.id);
  const told = await talkReaders(
    tx,
    concerned.filter((one) => readers.has(one)),
    request,
  );
  const people = new Set([request.requesterId, actor.id, ...told]);
  const data = { id, family, requester, ...more };
  for (const person of [...people].sort((a, b) => a - b)) tx.emit(type, userStream(person), data as never);
}

/** @throws Problem 404; 403 for who doesn't read what is said of it. */
export async function comment(tx: Tx, actor: Actor, requestId: number, body: string): Promise<RequestComment> {
  const request = await talkableRequest(tx, actor, requestId);
  const row = await tx.one<Pick<CommentRow, "id" | "created_at">>(statements.addComment, [requestId, actor.id, body]);
  if (!row) throw invalid("comment", "field.tooMany");
  const added = { ...row, request_id: requestId, body };
  await tell(tx, "request.commented", request, actor, { comment_id: added.id });
  return presentComment({ ...added, author: personOf(actor) }, actor);
}

/** @throws Problem 404 for what isn't theirs to see, 403 for another's. */
export async function deleteComment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.one<CommentRow>(statements.commentById, [id]);
  if (!row) throw new Problem("notFound");
  const request = await visibleRequest(tx, actor, row.request_id);
  if (row.author.id !== actor.id) throw new Problem("permission.denied");
  if (!(await tx.one(statements.removeComment, [id]))) return; // twice is as good as once
  await tell(tx, "request.comment_deleted", request, actor, { comment_id: id });
}

/** Lays a kept file with a request. @throws Problem 404; 403 as for a comment; 422 for one too many. */
export async function attach(
  tx: Tx,
  actor: Actor,
  requestId: number,
  keep: () => Promise<FileEntity>,
): Promise<RequestFile> {
  const request = await talkableRequest(tx, actor, requestId);
  await requireRoomForFile(tx, "request_attachment", requestId);
  const { id, name, type, size, previewState } = await keep();
  const row = (await tx.one<Pick<LaidFile, "id" | "created_at">>(statements.addFile, [
    requestId,
    id,
    actor.id,
  ])) as LaidFile;
  await tell(tx, "request.attached", request, actor, { attachment_id: row.id, name });
  const file = { id, name, type, size: Number(size), preview: previewState === "ready" };
  return presentRequestFile({ ...row, file, author: personOf(actor) }, actor, new Set());
}

/** @throws Problem 404 for what isn't theirs to see, 403 for another's, 409 for one with which it was approved. */
export async function deleteFile(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.one<LaidFile>(statements.fileById, [id]);
  if (!row) throw new Problem("notFound");
  const request = await visibleRequest(tx, actor, row.request_id);
  if (row.author.id !== actor.id) throw new Problem("permission.denied");
  await lockAsked(tx, row.request_id); // whoever approves it at this moment approves it with this file
  await closeUndoing(tx, row.request_id);
  if ((await approvedWith(tx, row.request_id)).has(id)) throw new Problem("request.wrongState");
  if (!(await tx.one(statements.removeFile, [id]))) return;
  await tell(tx, "request.attachment_deleted", request, actor, { attachment_id: id, name: row.file.name });
}

/** Whether a file lies with a request that this person may see. */
export async function seesThroughRequest(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  const place = await tx.one<{ request_id: number }>(statements.placeOfFile, [fileId]);
  if (!place) return false;
  return readsTalk(tx, actor, await visibleRequest(tx, actor, place.request_id));
}
