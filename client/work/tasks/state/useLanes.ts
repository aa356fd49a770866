import { useCallback, useMemo } from "react";
import { useIntl } from "react-intl";
import { fieldOfKey } from "../../../../shared/work/fields/field-keys";
import { type Lane, type LaneKind, laneKindOf, lanesOf, noLaneKey } from "./board.lanes";
import type { VisibleCards } from "./board.visible";
import { useBoard } from "./useBoard";
import { useAddress } from "../../../platform/address/useAddress";
import { nameOrder } from "../../../../shared/kernel/text/order";

const queryName = "lanes";

export function useLaneKind(): [LaneKind | null, (kind: LaneKind | null) => void] {
  const [search, setSearch] = useAddress();
  const fields = useBoard(({ drawn }) => drawn.fields);
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
  return [laneKindOf(search.get(queryName), fields), change];
}

/**
 * Lanes with cards. All priorities, the values of a choice or of yes and no, and the lane for tasks without a value are always included as
 * drop targets.
 */
export function useLanes(kind: LaneKind | null, visible: VisibleCards): readonly Lane[] {
  const { locale } = useIntl();
  const board = useBoard(({ drawn }) => (kind ? drawn : null));
  return useMemo(() => {
    if (!kind || !board) return [];
    const { compare } = nameOrder(locale);
    const field = fieldOfKey(board.fields, kind);
    const hasEmptyLanes = kind === "priority" || (field !== undefined && field.kind !== "person");
    return lanesOf(board, visible, kind, compare).filter(
      (lane) => lane.count > 0 || hasEmptyLanes || lane.key === noLaneKey,
    );
  }, [kind, board, visible, locale]);
}
