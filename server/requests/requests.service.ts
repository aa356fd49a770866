import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { PlanFeature } from "../../shared/kernel/plan-features";
import { Problem } from "../../shared/kernel/problems";
import type { Named } from "../../shared/kernel/translations";
import type { RequestValues } from "../../shared/notifications/request.words";
import { families, type RequestFamily } from "../../shared/requests/families";
import { stepsOf } from "../approvals/approvals.present";
import type { FamilyService, ListedRequest } from "../approvals/request-family.service";
import type { RequestRow } from "../approvals/request.entity";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { familyServices } from "./families";

interface Listed {
  request_id: number;
  family: RequestFamily;
}

interface Kind {
  family: RequestFamily;
  type: string;
  count: number;
}

/** What every plan has is in it. @throws Problem 403 `feature_not_in_plan`. */
export function requireInPlan(actor: Pick<Actor, "features">, feature: PlanFeature | null): void {
  if (feature !== null && !actor.features.has(feature)) throw new Problem("feature_not_in_plan");
}

const familyOf = sql("requests.family", `SELECT family FROM request WHERE tenant_id = current_tenant() AND id = $1`);

/** @throws Problem 404 when it isn't there; 403 `feature_not_in_plan`. */
export async function serviceOf(tx: Tx, actor: Actor, requestId: number): Promise<FamilyService> {
  const found = await tx.one<{ family: RequestFamily }>(familyOf, [requestId]);
  if (!found) throw new Problem("notFound");
  requireInPlan(actor, families[found.family].feature);
  return familyServices[found.family];
}

/** A request of any family. @throws Problem 404 when it isn't there or isn't theirs to see; 403 `feature_not_in_plan`. */
export async function visibleRequest(tx: Tx, actor: Actor, requestId: number): Promise<RequestRow> {
  return (await serviceOf(tx, actor, requestId)).visible(tx, actor, requestId);
}

/** Whether somebody who sees a request reads what people say of it, too: comments, files, and why it was decided so. */
export const readsTalk = async (
  tx: Tx,
  actor: Actor,
  { id, family }: Pick<RequestRow, "id" | "family">,
): Promise<boolean> => (await familyServices[family].readsTalk?.(tx, actor, id)) ?? true;

/** Of people who see a request those who read what is said of it: nobody else hears that there is something. */
export const talkReaders = async (
  tx: Tx,
  people: readonly number[],
  { id, family }: Pick<RequestRow, "id" | "family">,
): Promise<readonly number[]> => (await familyServices[family].talkReaders?.(tx, people, id)) ?? people;

/** A request of any family of which they read what is said. @throws Problem 404 as `visibleRequest`; 403. */
export async function talkableRequest(tx: Tx, actor: Actor, requestId: number): Promise<RequestRow> {
  const request = await visibleRequest(tx, actor, requestId);
  if (!(await readsTalk(tx, actor, request))) throw new Problem("permission.denied");
  return request;
}

/** What a family tells of a request to somebody whom it doesn't wait for. */
export const unaskedFacts = ({ request: { family }, facts }: ListedRequest, mine: boolean): ListedRequest["facts"] =>
  familyServices[family as RequestFamily].unasked?.(facts, mine) ?? facts;

/** Where a request stands: the step that is asked now, or else the last that was decided. */
export const standingStep = (steps: readonly RequestStep[]): RequestStep | null =>
  steps.find(({ state }) => state === "now") ?? steps.filter(({ decided_at }) => decided_at !== null).at(-1) ?? null;

/** Requests as their families tell them, with their steps: a fixed number of statements per family, however many. */
export async function listed(tx: Tx, rows: readonly Listed[]) {
  const steps = await stepsOf(tx, [...new Set(rows.map((row) => row.request_id))]);
  const told = new Map<number, ListedRequest>();
  for (const [family, service] of Object.entries(familyServices)) {
    const ids = rows.filter((row) => row.family === family).map((row) => row.request_id);
    if (ids.length > 0) for (const [id, entry] of await service.entries(tx, ids, steps)) told.set(id, entry);
  }
  return { steps, told };
}

/** One request as its family tells it; undefined where it isn't there any more. */
export const listedRequest = async (
  tx: Tx,
  family: RequestFamily,
  id: number,
  steps: ReadonlyMap<number, readonly RequestStep[]>,
): Promise<ListedRequest | undefined> => (await familyServices[family].entries(tx, [id], steps)).get(id);

/** What notifications say of it. */
export const wordsOf = ({ request, facts }: ListedRequest): Partial<RequestValues> =>
  familyServices[request.family as RequestFamily].words(facts);

/** Known by its code. */
export const nameless = { name: null, translations: {} };

/** With the names that organisations give their kinds. */
export async function named(tx: Tx, kinds: readonly Kind[]) {
  const names = new Map<string, Named>();
  for (const [family, { kindNames }] of Object.entries(familyServices)) {
    if (!kindNames || !kinds.some((kind) => kind.family === family)) continue;
    for (const { type, ...named } of await kindNames(tx)) names.set(`${family} ${type}`, named);
  }
  return kinds.map((kind) => ({ ...kind, ...(names.get(`${kind.family} ${kind.type}`) ?? nameless) }));
}
