import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";

/** Parts of a room's settings that belong to features above. */
export const roomParts = defineSlot<{ Part: ComponentType<{ roomId: number }> }>();
