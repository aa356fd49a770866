import type { ReactNode } from "react";
import { SidePanel } from "../organisation/SidePanel";
import { useText } from "../platform/intl/useText";
import { useAnalyticsView } from "./useAnalyticsView";

/** What the open list is asked with, where it is one of these addresses; null: none is open. */
export function useOpenList(of: string): { asked: string | null } {
  const { view } = useAnalyticsView();
  return { asked: view.list?.startsWith(of) ? view.list.slice(of.length) : null };
}

/** Beside the figure that was pressed, what it counts. */
export function ListPanel({ asked, children }: { asked: string | null; children: ReactNode }) {
  const text = useText();
  const { change } = useAnalyticsView();
  return (
    <SidePanel opened={asked !== null} title={text("analytics.open.title")} onClose={() => change({ list: null })}>
      {children}
    </SidePanel>
  );
}
