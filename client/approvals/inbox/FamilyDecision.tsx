import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { DecisionProps } from "../approvals/RequestFrame";
import { familyScreensOf } from "../approvals/family-screens";

/** The decision view of the request's family; renders nothing for families newer than this client. */
export function FamilyDecision({ family, ...props }: DecisionProps & { family: RequestFamily }) {
  const screens = familyScreensOf(family);
  return screens ? <screens.Decision {...props} /> : null;
}
