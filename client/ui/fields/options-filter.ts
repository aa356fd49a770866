import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from "@mantine/core";
import { createTextMatcher } from "../../../shared/kernel/text/fold";

/** Option filter of every select, autocomplete and tag field (theme.ts); matches like the server's searches. */
export const optionsFilter: OptionsFilter = ({ options, search, limit }) => {
  const isFound = createTextMatcher(search);
  const some = (items: readonly ComboboxItem[], left: number) =>
    items.filter(({ label }) => isFound(label)).slice(0, left);
  let left = limit;
  return options.flatMap((option): ComboboxParsedItem[] => {
    const items = some("group" in option ? option.items : [option], left);
    left -= items.length;
    if (!("group" in option)) return items;
    return items.length > 0 ? [{ group: option.group, items }] : [];
  });
};
