import { sql, type Tx } from "../../server/platform/database/unit-of-work";

const comment = sql(
  "notify.requestComment",
  `SELECT c.body, COALESCE(r.title, '') AS title, r.requester_id = $2 AS mine,
     EXISTS (SELECT FROM request_comment o WHERE o.tenant_id = c.tenant_id AND o.request_id = c.request_id AND o.user_id = $2) AS said
   FROM request_comment c JOIN request r ON r.tenant_id = c.tenant_id AND r.id = c.request_id
   WHERE c.tenant_id = current_tenant() AND c.id = $1`,
);

export interface RequestComment {
  body: string;
  title: string;
  /** One's own request. */
  mine: boolean;
  /** One has said something there as well. */
  said: boolean;
}

/** A comment on a request as it concerns one person; undefined when it is gone. */
export const requestComment = (tx: Tx, id: number, userId: number) => tx.one<RequestComment>(comment, [id, userId]);

/** Whether `person` decides the step that is asked of `request`, in their own name or for somebody. */
const isAsked = (request: string, person: string) =>
  `EXISTS (SELECT FROM step_decider WHERE request_id = ${request} AND decider_id = ${person})`;

const asked = sql("notify.asked", `SELECT ${isAsked("$1", "$2")} AS asked`);

const unasked = sql(
  "notify.unasked",
  `SELECT DISTINCT n.request_id FROM notification n
   WHERE n.tenant_id = current_tenant() AND n.user_id = $1 AND n.kind = ANY($2) AND n.read_at IS NULL
     AND n.request_id IS NOT NULL AND NOT ${isAsked("n.request_id", "$1")} ORDER BY n.request_id`,
);

/** Requests of which a person has unread notifications of these kinds, although they don't wait for them. */
export async function noLongerAsked(tx: Tx, userId: number, kinds: readonly string[]): Promise<number[]> {
  const rows = await tx.rows<{ request_id: number }>(unasked, [userId, [...kinds]]);
  return rows.map(({ request_id }) => request_id);
}

/** Whether a request waits for a person at this moment, in their own name or for somebody. */
export async function isAskedNow(tx: Tx, userId: number, requestId: number): Promise<boolean> {
  return (await tx.one<{ asked: boolean }>(asked, [requestId, userId]))?.asked ?? false;
}
