import { userStream } from "../../../shared/kernel/events";
import type { Tx } from "../../platform/database/unit-of-work";
import type { RequestRow } from "./request.entity";

/** A request that has been sent at least once and therefore has a title. */
export type SentRequest = RequestRow & { title: string };

/** A draft that is cancelled has no title yet. */
export const requestReference = ({
  id,
  family,
  type,
  status,
  version,
  title,
}: RequestRow & { title: string | null }) => ({
  id,
  family,
  type,
  status,
  version,
  title: title ?? type,
});

/** Deduplicates and sorts by id, so that streams are always locked in the same order. */
export const uniqueSortedIds = (...lists: (number | readonly number[])[]): number[] =>
  [...new Set(lists.flat())].sort((a, b) => a - b);

export function emitToInboxes(
  tx: Tx,
  type: "inbox.added" | "inbox.removed",
  { id, family, type: kind, version }: Pick<RequestRow, "id" | "family" | "type" | "version">,
  userIds: readonly number[],
): void {
  const data = { request_id: id, family, type: kind, version };
  for (const person of userIds) tx.emit(type, userStream(person), data);
}

/** Key for `tx.noteChange(requestChangeKey, id)`, which sends the current request to all its readers at commit. */
export const requestChangeKey = "request";
