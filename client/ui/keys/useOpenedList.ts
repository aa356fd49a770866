import { type ComboboxStore, useCombobox } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";

interface Options {
  /** True if the list has a search field, which is focused while the list is open. */
  searchable: boolean;
  /** Whether the list is open from its first render on, so that the next keystroke reaches it. */
  defaultOpened?: boolean;
  onOpened?: () => void;
  onClosed: () => void;
}

/**
 * Dropdown list of a button. On close the button is focused synchronously: the library's `focusTarget` does so later, and would take the
 * focus from the field that the user pressed to close the list.
 */
export function useOpenedList({ searchable, defaultOpened = false, onOpened, onClosed }: Options): ComboboxStore {
  const list = useCombobox({
    defaultOpened,
    onDropdownOpen: () => {
      if (searchable) list.focusSearchInput();
      else focusButton();
      onOpened?.();
    },
    onDropdownClose: () => {
      list.resetSelectedOption();
      focusButton();
      onClosed();
    },
  });
  const focusButton = () => list.targetRef.current?.focus({ preventScroll: true });
  const focusFirst = useEffectEvent(() => {
    if (defaultOpened && !searchable) focusButton();
  });
  useEffect(() => focusFirst(), []);
  return list;
}
