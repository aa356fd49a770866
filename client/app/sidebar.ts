import { BehaviorSubject } from "rxjs";
import { readStored, storedKeys, writeStored } from "../platform/stored";
import { rememberOnAccount } from "../platform/settings";

export type Sidebar = "expanded" | "collapsed";

export const sidebar$ = new BehaviorSubject<Sidebar>(
  readStored(storedKeys.sidebar) === "collapsed" ? "collapsed" : "expanded",
);
sidebar$.subscribe((state) => writeStored(storedKeys.sidebar, state));

export function toggleSidebar(): void {
  const next = sidebar$.value === "expanded" ? "collapsed" : "expanded";
  sidebar$.next(next);
  rememberOnAccount({ sidebar: next });
}
