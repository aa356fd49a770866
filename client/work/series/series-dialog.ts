import { Store } from "../../platform/store";

/** The task whose series is set up or changed. Its panel shows the dialog. */
export const openSeriesTask$ = new Store<number | null>(null);
