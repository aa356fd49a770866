import { useMemo } from "react";
import { useIntl } from "react-intl";
import { type SortedDrop, createSortedDrop } from "../../state/board.sorted";
import { useBoardFilter } from "../../filters/useBoardFilter";
import { nameOrder } from "../../../../../shared/kernel/text/order";

/** Drop rules of a sorted board; null when the board has its manual order. */
export function useSortedDrop(): SortedDrop | null {
  const { sort } = useBoardFilter();
  const { locale } = useIntl();
  return useMemo(() => createSortedDrop(sort, nameOrder(locale)), [sort, locale]);
}
