import type { Tx } from "../database/unit-of-work";
import { defineSlot } from "../slot";
import type { CanReadFile } from "../features";
import type { VisibleFile } from "./files.service";

/** Whether the actor may read a file through a record of a feature; checked in this order until one returns true. */
export const fileReaders = defineSlot<readonly CanReadFile[]>("fileReaders");

/** The photo of a room for its door display, which has no session; undefined for an invalid key or another file. */
export const doorScreenFile =
  defineSlot<(tx: Tx, fileId: number, key: unknown) => Promise<VisibleFile | undefined>>("doorScreenFile");
