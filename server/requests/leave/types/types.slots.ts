import type { Tx } from "../../../platform/database/unit-of-work";
import { defineSlot } from "../../../platform/slot";

/** Grants what is due by the settings of a new or changed leave type, in the same transaction. */
export const leaveTypeChanged = defineSlot<(tx: Tx, of: { typeId: number }) => Promise<unknown>>("leaveTypeChanged");
