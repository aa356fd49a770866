import { type Approver, asked } from "../../shared/approvals/approvals.chain.rules";
import type { Tx } from "../platform/unit-of-work";
import { chainPeople } from "./approvals.policy";
import type { AskedStep } from "./approvals.service";
import { routeStep } from "./approvals.sql";

const namedBy = ({ approver_id, role_id }: AskedStep): Approver =>
  approver_id === null ? { by: "role", role_id: role_id as number } : { by: "user", user_id: approver_id };

/**
 * Where a step that is asked now goes by who is there: unchanged, or written down anew. Who is on leave without anybody
 * in their place, has left, or holds a role that nobody else holds is passed over.
 */
export async function routeNow(tx: Tx, step: AskedStep, requesterId: number): Promise<AskedStep> {
  const people = await chainPeople(tx, requesterId, [namedBy(step)]);
  const way = asked({ ...step, route: step.route === "escalated" ? "rule" : step.route }, requesterId, people);
  if (way.approver_id === step.approver_id && way.role_id === step.role_id) return step;
  await tx.rows(routeStep, [step.id, way.approver_id, way.role_id, way.route, way.meant_id]);
  return { ...step, ...way };
}
