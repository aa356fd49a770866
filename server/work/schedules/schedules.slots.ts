import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    schedulesChanged: (tx: Tx, userIds: readonly number[]) => Promise<void>;
    changeLostSchedule: (tx: Tx, actor: Pick<Actor, "id">, changeId: number) => Promise<void>;
  }
}

/** Called in the transaction that changed the schedules of these users. */
export const schedulesChanged = defineFeatureSlot("schedulesChanged");

/** Called when a schedule of another origin replaced the one of a change of employment. */
export const changeLostSchedule = defineFeatureSlot("changeLostSchedule");
