import type { RequestFamily } from "../../shared/requests/families";
import type { DecisionProps } from "../approvals/RequestFrame";
import { screensOf } from "../requests/family-screens";

/** A request as its own family shows it; nothing where this client doesn't know the family. */
export function OneDecision({ family, ...props }: DecisionProps & { family: RequestFamily }) {
  const screens = screensOf(family);
  return screens ? <screens.Decision {...props} /> : null;
}
