import type { Tx } from "../../platform/database/unit-of-work";
import { defineSlot } from "../../platform/slot";

/** Called in the transaction that changed the schedules of these users. */
export const schedulesChanged = defineSlot<(tx: Tx, userIds: readonly number[]) => Promise<void>>("schedulesChanged");
