import { arrangeDashboard, readDashboard, resetDashboard } from "../../shared/dashboard/dashboard.contract";
import { completed, type Layout, layoutFor } from "../../shared/dashboard/dashboard.rules";
import { useHasInbox } from "../inbox/useWaitingCount";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { keyOf, queryClient, useEndpoint } from "../platform/query";
import { useCan } from "../platform/session";

const key = keyOf(readDashboard, {}, {});

/** One after the other: each is the whole layout, and the last is the one that is meant. */
let sending: Promise<unknown> = Promise.resolve();

/** Where one's panels stand: as one has left them, else as one's role suggests. Kept on the server with each move. */
export function useLayout() {
  const can = useCan();
  const usual = layoutFor({ decides: useHasInbox(), people: can("user-edit") });
  const query = useEndpoint(readDashboard);
  const kept = query.data?.data.layout as Layout | null | undefined;
  const show = (layout: Layout | null) =>
    queryClient.setQueryData(
      key,
      (known: { data: object } | undefined) => known && { ...known, data: { ...known.data, layout } },
    );
  const send = (layout: Layout | null, ask: () => Promise<unknown>) => {
    show(layout); // at once; what the server says comes with its event
    sending = sending.then(ask).catch((error: Error) => {
      reportFailure(error);
      void query.refetch();
    });
  };
  return {
    pending: query.isPending,
    usual,
    layout: kept ? completed(kept, usual) : usual,
    own: Boolean(kept),
    arrange: (layout: Layout) => send(layout, () => call(arrangeDashboard, { body: layout })),
    reset: () => send(null, () => call(resetDashboard, {})),
  };
}
