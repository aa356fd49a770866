import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    claimAdvances: ClaimAdvances;
  }
}

export interface OpenAdvance {
  id: number;
  number: string;
  title: string;
  currency: string;
  /** Remaining amount of the advance, in its currency. */
  left: string;
}

/** Cash advances, which finance pays out and expense claims settle. */
export interface ClaimAdvances {
  /** Paid cash advances of a user that aren't settled yet. */
  openAdvancesOf(tx: Tx, userId: number): Promise<OpenAdvance[]>;
  /**
   * Enters an approved expense claim as a receipt of its requester's advance. Nothing is entered when the advance was settled meanwhile.
   * @returns the part of the claim that the advance covers, in the tenant's currency.
   */
  settleByClaim(
    tx: Tx,
    actor: Actor,
    advanceId: number,
    claim: { id: number; code: string; amount: string },
  ): Promise<string>;
  /** Removes the receipt of a claim whose approval is undone or that is withdrawn. */
  releaseClaim(tx: Tx, actor: Actor, advanceId: number, claimId: number): Promise<void>;
}

export const claimAdvances = defineFeatureSlot("claimAdvances");
