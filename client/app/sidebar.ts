import { Store } from "../platform/store";
import { readStored, storedKeys, writeStored } from "../platform/browser-storage";
import { rememberOnAccount } from "../platform/settings";

export type SidebarState = "expanded" | "collapsed";

export const sidebar$ = new Store<SidebarState>(
  readStored(storedKeys.sidebar) === "collapsed" ? "collapsed" : "expanded",
);
sidebar$.subscribe((state) => writeStored(storedKeys.sidebar, state));

export function toggleSidebar(): void {
  const next = sidebar$.value === "expanded" ? "collapsed" : "expanded";
  sidebar$.set(next);
  rememberOnAccount({ sidebar: next });
}
