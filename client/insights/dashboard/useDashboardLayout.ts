import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { arrangeDashboard, readDashboard, resetDashboard } from "../../../shared/insights/dashboard/dashboard.contract";
import { addMissingPanels, type DashboardLayout, layoutFor } from "../../../shared/insights/dashboard/dashboard.rules";
import { useHasInbox } from "../../approvals/inbox/useWaitingCount";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { OverlayQueue, useOverlay } from "../../platform/pending/overlay";
import { patchQuery, queryClient, queryKeyOf, useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";

const layoutQueue = new OverlayQueue<DashboardLayout | null>("dashboard");

export function useDashboardLayout() {
  const text = useText();
  const can = useCan();
  const { external, viewing } = useCurrentUser();
  const defaultLayout = layoutFor({
    decides: useHasInbox(),
    pays: can("payment-pay"),
    people: can("user-edit"),
    administers: can("role-edit"),
    external,
  });
  // The own layout isn't readable while viewing as another user.
  const enabled = viewing === null;
  const query = useEndpoint(readDashboard, {}, { enabled });
  const storedLayout = useOverlay(layoutQueue, "own", (query.data?.data.layout ?? null) as DashboardLayout | null);
  const change = (layout: DashboardLayout | null) => {
    const overlay = {
      about: "own",
      apply: () => layout,
      isVisible: () => true, // the layout is stored before the change counts as accepted
      send: async (idempotencyKey: string) => {
        await (layout ? call(arrangeDashboard, { body: layout, idempotencyKey }) : call(resetDashboard, {}));
        patchQuery<ReplyOf<typeof readDashboard>>(queryClient, queryKeyOf(readDashboard), (cached) => ({
          ...cached,
          data: { ...cached.data, layout },
        }));
      },
    };
    layoutQueue.lay(overlay, { label: text("dashboard.arrange") }).catch(reportFailure);
  };
  return {
    pending: enabled && query.isPending,
    defaultLayout,
    layout: storedLayout ? addMissingPanels(storedLayout, defaultLayout) : defaultLayout,
    isCustomized: Boolean(storedLayout),
    saveLayout: change,
    resetLayout: () => change(null),
  };
}
