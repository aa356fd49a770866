import type { InferType } from "yup";
import { type handOverChoices, handOverMost, type handOverSchema } from "../../shared/approvals/hand-over.contract";
import type { RequestFamily } from "../../shared/requests/families";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { Actor as Person } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { RequestRow } from "../approvals/request.entity";
import { askSomebodyElse, lockAsked } from "../approvals/approvals-routing.service";
import { whatHappened } from "../approvals/decided-before.service";
import { logSecurity } from "../platform/security-log";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { visibleRequest } from "./requests.service";

// $1 request, $2 its family, $3 its requester, $4 a pattern or null, $5 how many.
const choices = sql(
  "handOver.choices",
  `SELECT u.id, u.fullname, u.image, is_away(u.id, tenant_today()) AS away
   FROM family_decider e JOIN app_user u ON u.tenant_id = e.tenant_id AND u.id = e.id
   WHERE e.family = $2 AND u.id <> $3 AND ($4::text IS NULL OR lower(u.fullname) LIKE lower($4))
     AND NOT (four_eyes() AND EXISTS (SELECT FROM request_approver a WHERE a.request_id = $1 AND a.id = u.id))
     AND NOT EXISTS (SELECT FROM request_step s WHERE s.tenant_id = current_tenant() AND s.request_id = $1
       AND s.state = 'now' AND s.approver_id = u.id)
   ORDER BY lower(u.fullname), u.id LIMIT $5`,
);

/** @throws Problem 404; 403 for one's own; 409 where nobody is asked. */
export async function handOverChoicesOf(
  tx: Tx,
  actor: Actor,
  requestId: number,
  q: string | undefined,
): Promise<ReplyOf<typeof handOverChoices>["data"]> {
  const request = await visibleRequest(tx, actor, requestId);
  refuseOwn(actor, request);
  const pattern = q ? `%${q.replace(/[\\%_]/g, "\\$&")}%` : null;
  return tx.rows(choices, [request.id, request.family, request.requesterId, pattern, handOverMost]);
}

/** @throws Problem 403: nobody chooses who decides what they ask for. */
function refuseOwn(actor: Actor, request: RequestRow): void {
  if (request.requesterId === actor.id) throw new Problem("request.own");
}

/**
 * Hands the step that is asked to somebody: they decide it, and whoever was asked doesn't any more.
 * @throws Problem 404; 403 for one's own; 409 when it is decided, or another one than the caller saw; 422 for somebody
 * who can't decide it.
 */
export async function handOverStep(
  tx: Tx,
  actor: Actor,
  requestId: number,
  { version, user_id, note }: InferType<typeof handOverSchema>,
): Promise<Pick<RequestRow, "id" | "status" | "version">> {
  const seen = await visibleRequest(tx, actor, requestId);
  refuseOwn(actor, seen);
  const asked = await lockAsked(tx, requestId);
  if (!asked || asked.request.version !== version) {
    // As it is by now: it may have waited for the lock.
    const now = await visibleRequest(tx, actor, requestId);
    throw await whatHappened(tx, actor, now, { asked: asked !== undefined });
  }
  const to = await taker(tx, asked.request, user_id);
  if (asked.step.approver_id === to.id) throw invalid("user_id", "handOver.asked");
  const way = { approver_id: to.id, role_id: null, route: "handed" as const };
  const handed = { type: "request.handed" as const, to, note: note || null };
  const moved = await askSomebodyElse(tx, asked, way, handed, new Date());
  logSecurity(tx, { kind: "step_handed_over", subjectId: to.id, facts: { request: moved.id } });
  return moved;
}

const person = sql(
  "handOver.person",
  `SELECT u.id, u.fullname, u.image, u.active,
     EXISTS (SELECT FROM family_decider e WHERE e.id = u.id AND e.family = $2) AS entitled,
     four_eyes() AND EXISTS (SELECT FROM request_approver a WHERE a.request_id = $3 AND a.id = u.id) AS involved
   FROM app_user u WHERE u.tenant_id = current_tenant() AND u.id = $1`,
);

/** Who may decide it: the same as everywhere, said for each reason. @throws Problem 422. */
async function taker(tx: Tx, request: { id: number; family: RequestFamily; requesterId: number }, userId: number) {
  const found = await tx.one<Person & { active: boolean; entitled: boolean; involved: boolean }>(person, [
    userId,
    request.family,
    request.id,
  ]);
  if (!found) throw invalid("user_id", "field.unknown");
  if (found.id === request.requesterId) throw invalid("user_id", "handOver.requester");
  if (!found.active) throw invalid("user_id", "handOver.inactive");
  if (!found.entitled) throw invalid("user_id", "handOver.noRight"); // also whoever is from outside
  if (found.involved) throw invalid("user_id", "handOver.decidedBefore");
  return { id: found.id, fullname: found.fullname, image: found.image };
}
