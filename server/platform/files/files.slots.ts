import type { Tx } from "../database/unit-of-work";
import { defineFeatureSlot, defineSlot } from "../slot";
import type { CanReadFile } from "../features";
import type { VisibleFile } from "./files.service";

declare module "../slot" {
  interface SlotFillings {
    doorScreenFile: (tx: Tx, fileId: number, key: unknown) => Promise<VisibleFile | undefined>;
  }
}

/** Whether the actor may read a file through a record of a feature; checked in this order until one returns true. */
export const fileReaders = defineSlot<readonly CanReadFile[]>("fileReaders");

/** The photo of a room for its door display, which has no session; undefined for an invalid key or another file. */
export const doorScreenFile = defineFeatureSlot("doorScreenFile");
