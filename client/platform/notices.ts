import { noNotices, type Notices } from "../../shared/kernel/notices";
import { Store } from "./store";

/** Announcement and maintenance, sent by the server when the live connection opens and when one changes. */
export const notices$ = new Store<Notices>(noNotices);
