import type { ComponentType } from "react";
import { defineSlot } from "../../platform/feature/slot";
import type { MessageId } from "../../platform/intl/catalogues";

/** Tabs of the profile page; `key` is the value in the URL. */
export const profileTabs = defineSlot<{
  key: string;
  label: MessageId;
  order: number;
  Tab: ComponentType<{ userId: number }>;
}>();

/** Panels of the tab where users edit their profile. */
export const profilePanels = defineSlot<{ order?: number; Panel: ComponentType }>();
