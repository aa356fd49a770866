import { Problem } from "../../../shared/kernel/problems";
import { isManagerOf } from "../../platform/management-line";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Viewer } from "../../work/access/projects.policy";

/** Figures of a single user are visible to that user, to their superiors and to holders of `analytics-user-list`. */
export async function mayReadPersonAnalytics(tx: Tx, viewer: Viewer, personId: number): Promise<boolean> {
  if (viewer.external) return false;
  if (viewer.id === personId || viewer.permissions.has("analytics-user-list")) return true;
  return isManagerOf(tx, viewer.id, personId);
}

export async function authorizePersonAnalytics(tx: Tx, viewer: Viewer, personId: number): Promise<void> {
  if (!(await mayReadPersonAnalytics(tx, viewer, personId))) throw new Problem("permission.denied");
}
