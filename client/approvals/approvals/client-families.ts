import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";
import type { MessageId } from "../../platform/intl/catalogues";
import type { InboxSummaryProps } from "./InboxSummary";
import type { DecisionProps } from "./RequestFrame";

export interface FamilyScreens {
  /** The full request for its approver; built from `RequestFrame` and `RequestView`. */
  Decision: ComponentType<DecisionProps>;
  /** The request's row in the inbox; built from `InboxSubject` and `InboxFact`. */
  Line: ComponentType<InboxSummaryProps>;
  Status: ComponentType<{ status: string }>;
}

export interface DecisionCalls {
  readonly approve: Endpoint;
  readonly reject: Endpoint;
}

/** Client-side definition of a request family, in the family's manifest. */
export interface ClientFamily {
  readonly code: RequestFamily;
  readonly screens: () => Promise<FamilyScreens>;
  /** Calls for decisions in lists of several families. */
  readonly calls: () => Promise<DecisionCalls>;
  /** Shows what an approval would grant. Used in the notification bell, where requests are decided without being opened. */
  readonly offered?: () => Promise<ComponentType<{ id: number }>>;
  /** Names of the family's types, if they aren't defined by the tenant. */
  readonly kinds?: Readonly<Partial<Record<string, MessageId>>>;
}

export const clientFamilies = defineSlot<ClientFamily>();

export function clientFamilyOf(family: RequestFamily): ClientFamily {
  const found = clientFamilies.entries.find(({ code }) => code === family);
  if (!found) throw new Error(`The request family ${family} has no client manifest`);
  return found;
}
