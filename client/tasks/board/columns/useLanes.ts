import { useCallback, useMemo } from "react";
import { useIntl } from "react-intl";
import { type Lane, type LaneKind, laneKindOf, lanesOf, noLane } from "../state/board.lanes";
import type { Visible } from "../state/board.visible";
import { useBoard } from "../state/useBoard";
import { useAddress } from "../../../platform/address/useAddress";

const queryName = "lanes";

/** By what the board is parted into swimlanes: `?lanes=assignee`. */
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

/** The lanes that have cards; all priorities, and the one of those who have nobody or no tag, are there to drag into. */
export function useLanes(kind: LaneKind | null, visible: Visible): readonly Lane[] {
  const { locale } = useIntl();
  const board = useBoard(({ drawn }) => (kind ? drawn : null));
  return useMemo(() => {
    if (!kind || !board) return [];
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return lanesOf(board, visible, kind, compare).filter(
      (lane) => lane.count > 0 || kind === "priority" || lane.key === noLane,
    );
  }, [kind, board, visible, locale]);
}
