import type { ComponentType } from "react";
import type { Permission } from "../../../shared/kernel/access";
import { defineSlot } from "../../platform/feature/slot";
import type { usePasswordConfirmation } from "./usePasswordConfirmation";

/** Runs an action after the user has confirmed their password. */
export type ConfirmFirst = Pick<ReturnType<typeof usePasswordConfirmation>, "run" | "busy">;

/** Lists of what has access without signing in. */
export const connectedClients = defineSlot<{ order?: number; List: ComponentType }>();

/** Panels of the page with the sign-in rules. */
export const signInRulePanels = defineSlot<{
  order?: number;
  permission: Permission;
  Panel: ComponentType<ConfirmFirst>;
}>();
