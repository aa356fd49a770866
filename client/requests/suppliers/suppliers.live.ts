import { listSuppliers, readSupplier, selectSuppliers } from "../../../shared/requests/suppliers/suppliers.contract";
import type { AccountEvents } from "../../../shared/requests/accounts/accounts.events";
import type { SupplierEvents } from "../../../shared/requests/suppliers/suppliers.events";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";

const changed = (_: unknown, cache: LiveCache) => cache.refetchSoon(listSuppliers, readSupplier, selectSuppliers);

export const suppliersLive: LiveUpdates<SupplierEvents, AccountEvents> = {
  "supplier.created": changed,
  "supplier.updated": changed,
  "cost_account.updated": (_, cache) => cache.refetchSoon(listSuppliers, readSupplier),
};
