import { Problem } from "../../shared/kernel/problems";
import { standsAbove } from "../people/management-line.policy";
import type { Tx } from "../platform/database/unit-of-work";
import type { Viewer } from "../projects/projects.policy";

/** Figures of one person are theirs, of those who stand above them, and of holders of `analytics-user-list`. */
export async function mayMeasurePerson(tx: Tx, viewer: Viewer, personId: number): Promise<boolean> {
  if (viewer.external) return false;
  if (viewer.id === personId || viewer.permissions.has("analytics-user-list")) return true;
  return standsAbove(tx, viewer.id, personId);
}

/** @throws Problem 403 for figures of somebody whom one doesn't lead. */
export async function authorizePerson(tx: Tx, viewer: Viewer, personId: number): Promise<void> {
  if (!(await mayMeasurePerson(tx, viewer, personId))) throw new Problem("permission.denied");
}
