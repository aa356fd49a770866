import type { NotificationKind } from "../../../shared/communication/notifications/notifications.kinds";
import type { Tx } from "../../platform/database/unit-of-work";
import { defineSlot } from "../../platform/slot";

interface Delivered {
  kind: NotificationKind;
  path: string;
}

/** Rules for a recipient by the first part of the kind: `news` for `news.published`. */
type RulesByKind = Readonly<Record<string, (tx: Tx, about: Delivered, userId: number) => Promise<boolean>>>;

/** Whether the user may still see the record. Checked before each delivery, in case access was lost. */
export const maySeeRecord = defineSlot<RulesByKind>("maySeeRecord");

/** Whether another mail gives the user the same information. */
export const isMailedElsewhere = defineSlot<RulesByKind>("isMailedElsewhere");

export const firstPartOf = (kind: NotificationKind): string => kind.split(".")[0] ?? kind;

/** Unsubscribes a user from report mails, which aren't notifications but also have an unsubscribe link. */
export const unsubscribeFromReports = defineSlot<(tx: Tx, userId: number) => Promise<void>>("unsubscribeFromReports");
