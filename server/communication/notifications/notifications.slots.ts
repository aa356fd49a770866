import type { NotificationKind } from "../../../shared/communication/notifications/notifications.kinds";
import type { Tx } from "../../platform/database/unit-of-work";
import { defineFeatureSlot } from "../../platform/slot";

declare module "../../platform/slot" {
  interface SlotFillings {
    maySeeRecord: RulesByKind;
    isMailedElsewhere: RulesByKind;
    unsubscribeFromReports: (tx: Tx, userId: number) => Promise<void>;
  }
}

interface Delivered {
  id: number;
  kind: NotificationKind;
  path: string;
}

/** Rules for a recipient by the first part of the kind: `news` for `news.published`. */
type RulesByKind = Readonly<Record<string, (tx: Tx, about: Delivered, userId: number) => Promise<boolean>>>;

/** Whether the user may still see the record. Checked before each delivery, in case access was lost. */
export const maySeeRecord = defineFeatureSlot("maySeeRecord");

/** Whether another mail gives the user the same information. */
export const isMailedElsewhere = defineFeatureSlot("isMailedElsewhere");

export const firstPartOf = (kind: NotificationKind): string => kind.split(".")[0] ?? kind;

/** Unsubscribes a user from report mails, which aren't notifications but also have an unsubscribe link. */
export const unsubscribeFromReports = defineFeatureSlot("unsubscribeFromReports");
