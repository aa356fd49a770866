import type { ComboboxStore } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";

interface FirstMatchProps {
  store: ComboboxStore;
  search: string;
  /** True while the list doesn't match the typed text yet; Enter must not pick an option then. */
  waiting?: boolean;
}

/** Preselects the first match of the typed text, once the list is up to date, so that Enter picks it. */
export function SelectFirstMatch({ store, search, waiting = false }: FirstMatchProps) {
  const select = useEffectEvent(() => {
    if (waiting) store.resetSelectedOption();
    else if (search.trim() !== "") store.selectFirstOption();
  });
  useEffect(() => select(), [search, waiting]);
  return null;
}
