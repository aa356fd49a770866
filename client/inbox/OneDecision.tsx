import type { RequestFamily } from "../../shared/requests/families";
import type { DecisionProps } from "../approvals/RequestFrame";
import { families } from "./families";

/** A request as its own family shows it; nothing where this client doesn't know the family. */
export function OneDecision({ family, ...props }: DecisionProps & { family: RequestFamily }) {
  const screens = families[family];
  return screens ? <screens.Decision {...props} /> : null;
}
