import { useCallback, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useToday } from "../../../platform/today";
import { useAddress } from "../../../platform/address/useAddress";
import { useBoard } from "../state/useBoard";
import { groupFieldOf } from "../state/field-groups";
import { useBoardFilter } from "../filters/useBoardFilter";
import { type Grouping, groupings } from "./list.groups";
import { createListing, type Listing, type ListView } from "./list.listing";
import { nameOrder } from "../../../../shared/kernel/text/order";

export function useGrouping(): [Grouping, (grouping: Grouping) => void] {
  const [search, setSearch] = useAddress();
  const fields = useBoard(({ drawn }) => drawn.fields);
  const name = search.get("group");
  const grouping: Grouping = groupFieldOf(name, fields) ?? groupings.find((one) => one === name) ?? "status";
  const change = useCallback(
    (nextGrouping: Grouping) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (nextGrouping === "status") next.delete("group");
          else next.set("group", nextGrouping);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return [grouping, change];
}

export function useListing(): Listing {
  const { filter, sort } = useBoardFilter();
  const [grouping] = useGrouping();
  const today = useToday();
  const { locale } = useIntl();
  const view = useMemo<ListView>(
    () => ({ filter, sort, grouping, today, collator: nameOrder(locale) }),
    [filter, sort, grouping, today, locale],
  );
  const [listingOf] = useState(createListing);
  return useBoard(({ drawn }) => listingOf(drawn, view));
}
