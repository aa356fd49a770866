import { useCallback, useMemo } from "react";
import { useIntl } from "react-intl";
import { type Lane, type LaneKind, laneKindOf, lanesOf, noLaneKey } from "./board.lanes";
import type { VisibleCards } from "./board.visible";
import { useBoard } from "./useBoard";
import { useAddress } from "../../../platform/address/useAddress";
import { nameOrder } from "../../../../shared/kernel/text/order";

const queryName = "lanes";

export function useLaneKind(): [LaneKind | null, (kind: LaneKind | null) => void] {
  const [search, setSearch] = useAddress();
  const change = useCallback(
    (kind: LaneKind | null) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (kind) next.set(queryName, kind);
          else next.delete(queryName);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return [laneKindOf(search.get(queryName)), change];
}

/** Lanes with cards. All priorities and the lane for unassigned or untagged tasks are always included as drop targets. */
export function useLanes(kind: LaneKind | null, visible: VisibleCards): readonly Lane[] {
  const { locale } = useIntl();
  const board = useBoard(({ drawn }) => (kind ? drawn : null));
  return useMemo(() => {
    if (!kind || !board) return [];
    const { compare } = nameOrder(locale);
    return lanesOf(board, visible, kind, compare).filter(
      (lane) => lane.count > 0 || kind === "priority" || lane.key === noLaneKey,
    );
  }, [kind, board, visible, locale]);
}
