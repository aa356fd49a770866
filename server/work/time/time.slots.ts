import type { DayOff } from "../../../shared/work/time/workload.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    daysOff: ReadDaysOff;
  }
}

type ReadDaysOff = (tx: Tx, userIds: readonly number[], from: string, to: string) => Promise<Map<number, DayOff[]>>;

/** Reads holidays and approved leave of users in a period, by user id. */
export const daysOff = defineFeatureSlot("daysOff");
