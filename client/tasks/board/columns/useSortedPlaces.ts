import { useMemo } from "react";
import { useIntl } from "react-intl";
import { type SortedPlaces, sortedPlaces } from "../state/board.sorted";
import { useBoardFilter } from "../../filters/useBoardFilter";

/** How the board takes a card while it is sorted; null while it has the order that people have given it. */
export function useSortedPlaces(): SortedPlaces | null {
  const { sort } = useBoardFilter();
  const { locale } = useIntl();
  return useMemo(() => sortedPlaces(sort, new Intl.Collator(locale, { numeric: true })), [sort, locale]);
}
