import { userStream } from "../../shared/kernel/events";
import type { Tx } from "../platform/database/unit-of-work";
import type { RequestRow } from "./request.entity";

/** A request that has been sent at least once has a name. */
export type SentRequest = RequestRow & { title: string };

/** What every event says of its request. */
export const reference = ({ id, family, type, status, version, title }: SentRequest) => ({
  id,
  family,
  type,
  status,
  version,
  title,
});

/** Each once, in the order of their ids: streams are locked in one order. */
export const everyone = (...lists: (number | readonly number[])[]): number[] =>
  [...new Set(lists.flat())].sort((a, b) => a - b);

/** A request has come to these people, or has gone from them. */
export function tellInboxes(
  tx: Tx,
  type: "inbox.added" | "inbox.removed",
  { id, family, type: kind, version }: Pick<RequestRow, "id" | "family" | "type" | "version">,
  userIds: readonly number[],
): void {
  const data = { request_id: id, family, type: kind, version };
  for (const person of userIds) tx.emit(type, userStream(person), data);
}
