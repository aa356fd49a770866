import type { PlanFeature } from "../../../shared/kernel/access";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { Problem } from "../../../shared/kernel/problems";
import type { NamedRecord } from "../../../shared/kernel/translations";
import type { RequestValues } from "../../../shared/communication/notifications/request.texts";
import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { stepsOfRequests } from "./approvals.present";
import { type FamilyService, type ListedRequest, requestFamilyServices } from "./families.slots";
import type { RequestRow } from "./request.entity";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";

interface Listed {
  request_id: number;
  family: RequestFamily;
}

interface Kind {
  family: RequestFamily;
  type: string;
  count: number;
}

/**
 * Checks that the plan includes the feature; null means that no feature is required.
 * @throws Problem 403 `feature_not_in_plan`.
 */
export function requireFeatureInPlan(actor: Pick<Actor, "features">, feature: PlanFeature | null): void {
  if (feature !== null && !actor.features.has(feature)) throw new Problem("feature_not_in_plan");
}

const familyOf = sql("requests.family", `SELECT family FROM request WHERE tenant_id = current_tenant() AND id = $1`);

export async function loadFamilyService(tx: Tx, actor: Actor, requestId: number): Promise<FamilyService> {
  const found = await tx.one<{ family: RequestFamily }>(familyOf, [requestId]);
  if (!found) throw new Problem("notFound");
  requireFeatureInPlan(actor, requestFamilyDefinitions[found.family].feature);
  return requestFamilyServices.filling[found.family];
}

export async function loadVisibleRequest(tx: Tx, actor: Actor, requestId: number): Promise<RequestRow> {
  return (await loadFamilyService(tx, actor, requestId)).visible(tx, actor, requestId);
}

/** Whether a user who sees a request may read its comments, files and notes. */
export const mayReadDiscussion = async (
  tx: Tx,
  actor: Actor,
  { id, family }: Pick<RequestRow, "id" | "family">,
): Promise<boolean> => (await requestFamilyServices.filling[family].readsTalk?.(tx, actor, id)) ?? true;

/** The users among `people` who may read the comments of a request; all other users must not be notified. */
export const discussionReaders = async (
  tx: Tx,
  people: readonly number[],
  { id, family }: Pick<RequestRow, "id" | "family">,
): Promise<readonly number[]> => (await requestFamilyServices.filling[family].talkReaders?.(tx, people, id)) ?? people;

/**
 * A request of any family whose comments the actor may read.
 * @throws Problem 404 when the request isn't visible; 403 when its comments aren't readable.
 */
export async function loadRequestWithReadableDiscussion(tx: Tx, actor: Actor, requestId: number): Promise<RequestRow> {
  const request = await loadVisibleRequest(tx, actor, requestId);
  if (!(await mayReadDiscussion(tx, actor, request))) throw new Problem("permission.denied");
  return request;
}

/** The facts of a request for a reader who isn't its current approver. */
export const factsForNonApprover = (
  { request: { family }, facts }: ListedRequest,
  mine: boolean,
): ListedRequest["facts"] => requestFamilyServices.filling[family as RequestFamily].unasked?.(facts, mine) ?? facts;

export const currentOrLastStep = (steps: readonly RequestStep[]): RequestStep | null =>
  steps.find(({ state }) => state === "now") ?? steps.filter(({ decided_at }) => decided_at !== null).at(-1) ?? null;

/** Returns requests with their steps, as presented by their families, in a fixed number of statements per family. */
export async function describeRequests(tx: Tx, rows: readonly Listed[]) {
  const steps = await stepsOfRequests(tx, [...new Set(rows.map((row) => row.request_id))]);
  const entries = new Map<number, ListedRequest>();
  for (const [family, service] of Object.entries(requestFamilyServices.filling)) {
    const ids = rows.filter((row) => row.family === family).map((row) => row.request_id);
    if (ids.length > 0) for (const [id, entry] of await service.entries(tx, ids, steps)) entries.set(id, entry);
  }
  return { steps, entries };
}

export const describeRequest = async (
  tx: Tx,
  family: RequestFamily,
  id: number,
  steps: ReadonlyMap<number, readonly RequestStep[]>,
): Promise<ListedRequest | undefined> => (await requestFamilyServices.filling[family].entries(tx, [id], steps)).get(id);

export const requestNotificationValues = ({ request, facts }: ListedRequest): Partial<RequestValues> =>
  requestFamilyServices.filling[request.family as RequestFamily].words(facts);

/** Names for request types that are identified only by a code. */
export const emptyName = { name: null, translations: {} };

export async function addKindNames(tx: Tx, kinds: readonly Kind[]) {
  const names = new Map<string, NamedRecord>();
  for (const [family, { kindNames }] of Object.entries(requestFamilyServices.filling)) {
    if (!kindNames || !kinds.some((kind) => kind.family === family)) continue;
    for (const { type, ...named } of await kindNames(tx)) names.set(`${family} ${type}`, named);
  }
  return kinds.map((kind) => ({ ...kind, ...(names.get(`${kind.family} ${kind.type}`) ?? emptyName) }));
}
