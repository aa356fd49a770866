import { stepsOfRequests } from "../../../server/approvals/approvals/approvals.present";
import { describeRequest, requestNotificationValues } from "../../../server/approvals/approvals/requests.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { Actor } from "../../../shared/kernel/events";
import { languageCodes } from "../../../shared/kernel/languages";
import { type RequestValues, translatedValues } from "../../../shared/communication/notifications/request.texts";
import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import { translator } from "../../../server/platform/text";

interface RequestEventData {
  id: number;
  family: RequestFamily;
  title: string;
  requester: Actor;
}

/**
 * Request details for notifications: title, dates, amount, number and next approver. If `decides` is set, the recipient is the current
 * approver and `next` is the approver after them; otherwise `next` is the current approver.
 */
export async function requestDetailValues(
  tx: Tx,
  request: RequestEventData,
  decides: boolean,
): Promise<Record<string, string>> {
  const { id, family } = request;
  const steps = await stepsOfRequests(tx, [id]);
  const described = await describeRequest(tx, family, id, steps);
  const values: RequestValues = {
    title: request.title,
    requester: request.requester.fullname,
    ...(described && decides ? { request: String(id), family, version: String(described.request.version) } : {}),
    ...(described ? requestNotificationValues(described) : {}),
    ...nextOf(steps.get(id) ?? [], decides),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const roleTranslations = (name: string) =>
  Object.fromEntries(languageCodes.map((language) => [language, roleNameIn(translator(language), name)]));

function nextOf(steps: readonly RequestStep[], decides: boolean): Pick<RequestValues, "next"> {
  const now = steps.find(({ state }) => state === "now");
  const step = decides ? steps.find((one) => one.state === "next" && one.round === now?.round) : now;
  if (step?.approver) return { next: step.approver.fullname };
  return step?.role ? { next: step.role.name, ...translatedValues("next", roleTranslations(step.role.name)) } : {};
}
