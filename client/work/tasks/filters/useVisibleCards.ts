import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { createVisibleCards, type BoardView, type VisibleCards } from "../state/board.visible";
import { useToday } from "../../../platform/today";
import { useBoard } from "../state/useBoard";
import { useBoardFilter } from "./useBoardFilter";
import { nameOrder } from "../../../../shared/kernel/text/order";

export function useVisibleCards(): VisibleCards {
  const { filter, sort } = useBoardFilter();
  const today = useToday();
  const { locale } = useIntl();
  const view = useMemo<BoardView>(
    () => ({ filter, sort, today, collator: nameOrder(locale) }),
    [filter, sort, today, locale],
  );
  const [visibleOf] = useState(createVisibleCards);
  return useBoard(({ drawn }) => visibleOf(drawn, view));
}
