import { stepsOf } from "../../server/approvals/approvals.present";
import { listedRequest, wordsOf } from "../../server/requests/requests.service";
import type { Tx } from "../../server/platform/database/unit-of-work";
import type { RequestStep } from "../../shared/approvals/approvals.contract";
import type { RequestFamily } from "../../shared/requests/families";
import type { Actor } from "../../shared/kernel/events";
import type { RequestValues } from "../../shared/notifications/request.words";

interface Told {
  id: number;
  family: RequestFamily;
  title: string;
  requester: Actor;
}

/**
 * What notifications say of a request: what, when, how much, which number, and who is asked next, as it is now.
 * `decides`: for somebody who is asked themself, who comes after them; else who is asked.
 */
export async function requestFacts(tx: Tx, request: Told, decides: boolean): Promise<Record<string, string>> {
  const { id, family } = request;
  const steps = await stepsOf(tx, [id]);
  const told = await listedRequest(tx, family, id, steps);
  const values: RequestValues = {
    title: request.title,
    requester: request.requester.fullname,
    ...(told && decides ? { request: String(id), family, version: String(told.request.version) } : {}),
    ...(told ? wordsOf(told) : {}),
    ...nextOf(steps.get(id) ?? [], decides),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function nextOf(steps: readonly RequestStep[], decides: boolean): Pick<RequestValues, "next"> {
  const now = steps.find(({ state }) => state === "now");
  const step = decides ? steps.find((one) => one.state === "next" && one.round === now?.round) : now;
  const next = step?.approver?.fullname ?? step?.role?.name;
  return next ? { next } : {};
}
