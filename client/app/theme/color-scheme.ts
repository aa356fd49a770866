import type { MantineColorSchemeManager } from "@mantine/core";
import { BehaviorSubject } from "rxjs";
import { onStoredElsewhere, readStored, storedKeys, writeStored } from "../../platform/stored";

/** What the organisation shows to those who have chosen none. */
export const defaultTheme$ = new BehaviorSubject<"light" | "dark">("light");

/** Light unless this browser or the account was told otherwise; other tabs follow. */
export function storedColorScheme(): MantineColorSchemeManager {
  let stopFollowing: (() => void) | null = null;
  return {
    get: (fallback) => {
      const stored = readStored(storedKeys.theme);
      return stored === "dark" || stored === "light" ? stored : fallback;
    },
    set: (value) => writeStored(storedKeys.theme, value === "dark" ? "dark" : "light"),
    subscribe: (onUpdate) => {
      stopFollowing = onStoredElsewhere(storedKeys.theme, (value) => onUpdate(value === "dark" ? "dark" : "light"));
    },
    unsubscribe: () => stopFollowing?.(),
    clear: () => writeStored(storedKeys.theme, null),
  };
}
