import type { Tx } from "../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    projectDeletion: (tx: Tx, project: { id: number; code: string; title: string }) => Promise<void>;
  }
}

/** Called in the transaction that deletes a project, before the deletion. */
export const projectDeletion = defineFeatureSlot("projectDeletion");
