import type { Tx } from "../../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../../platform/slot";

declare module "../../../platform/slot" {
  interface SlotFillings {
    leaveTypeChanged: (tx: Tx, of: { typeId: number }) => Promise<unknown>;
  }
}

/** Grants what is due by the settings of a new or changed leave type, in the same transaction. */
export const leaveTypeChanged = defineFeatureSlot("leaveTypeChanged");
