import type { Tx } from "../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    schedulesChanged: (tx: Tx, userIds: readonly number[]) => Promise<void>;
  }
}

/** Called in the transaction that changed the schedules of these users. */
export const schedulesChanged = defineFeatureSlot("schedulesChanged");
