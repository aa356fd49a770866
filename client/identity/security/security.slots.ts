import type { ComponentType } from "react";
import type { Permission } from "../../../shared/kernel/access";
import { defineSlot } from "../../platform/feature/slot";
import type { usePasswordConfirmation } from "./usePasswordConfirmation";

/** Runs an action after the user has confirmed their password. */
export type ConfirmFirst = Pick<ReturnType<typeof usePasswordConfirmation>, "run" | "busy">;

/** Lists of clients that have access without signing in. */
export const connectedClients = defineSlot<{ order?: number; List: ComponentType }>();

export const signInRulePanels = defineSlot<{
  order?: number;
  permission: Permission;
  Panel: ComponentType<ConfirmFirst>;
}>();
