import { Store } from "../../platform/store";
import type { MantineColorSchemeManager } from "@mantine/core";
import { onStoredChange, readStored, storedKeys, writeStored } from "../../platform/browser-storage";

/** The tenant's theme, for users who have chosen none. */
export const defaultTheme$ = new Store<"light" | "dark">("light");

export function storedColorScheme(): MantineColorSchemeManager {
  let stopFollowing: (() => void) | null = null;
  return {
    get: (fallback) => {
      const stored = readStored(storedKeys.theme);
      return stored === "dark" || stored === "light" ? stored : fallback;
    },
    set: (value) => writeStored(storedKeys.theme, value === "dark" ? "dark" : "light"),
    subscribe: (onUpdate) => {
      stopFollowing = onStoredChange(storedKeys.theme, (value) => onUpdate(value === "dark" ? "dark" : "light"));
    },
    unsubscribe: () => stopFollowing?.(),
    clear: () => writeStored(storedKeys.theme, null),
  };
}
