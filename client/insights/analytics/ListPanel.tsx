import type { ReactNode } from "react";
import { SidePanel } from "../../ui/records/SidePanel";
import { useText } from "../../platform/intl/useText";
import { useAnalyticsView } from "./useAnalyticsView";

/** Query string of the open list if its address starts with `of`; otherwise null. */
export function useOpenFigureList(of: string): { listQuery: string | null } {
  const { view } = useAnalyticsView();
  return { listQuery: view.list?.startsWith(of) ? view.list.slice(of.length) : null };
}

export function ListPanel({ listQuery, children }: { listQuery: string | null; children: ReactNode }) {
  const text = useText();
  const { change } = useAnalyticsView();
  return (
    <SidePanel opened={listQuery !== null} title={text("analytics.open.title")} onClose={() => change({ list: null })}>
      {children}
    </SidePanel>
  );
}
