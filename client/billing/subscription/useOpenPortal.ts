import { openPortal } from "../../../shared/billing/subscription/subscription.contract";
import { useAction } from "../../platform/query";
import { openPageInNewTab } from "./open-page-in-new-tab";

/** Opens the provider's page for the card, the address and open invoices. */
export function useOpenPortal() {
  const portal = useAction(openPortal);
  return {
    isPending: portal.isPending,
    // Errors are reported in a toast.
    open: () => void openPageInNewTab(async () => (await portal.mutateAsync({})).portal_url).catch(() => undefined),
  };
}
