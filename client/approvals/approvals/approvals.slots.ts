import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";
import type { DecidableRequest } from "./RequestFrame";

export type RequestPanelProps = Pick<DecidableRequest, "id" | "family" | "status">;

/** Panels of higher features below the content of a request. */
export const requestPanels = defineSlot<{ order?: number; Panel: ComponentType<{ request: RequestPanelProps }> }>();
