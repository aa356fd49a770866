import {
  listAccountingExports,
  previewAccountingExport,
  readAccountingSettings,
} from "../../../shared/requests/accounting/accounting.contract";
import type { AccountingEvents } from "../../../shared/requests/accounting/accounting.events";
import type { LiveUpdates } from "../../platform/live/live-updates";

export const accountingLive: LiveUpdates<AccountingEvents> = {
  "accounting_settings.updated": (_, cache) => cache.refetch(readAccountingSettings, previewAccountingExport),
  "accounting_export.created": (_, cache) => cache.refetch(listAccountingExports, previewAccountingExport),
};
