import { type ComboboxStore, useCombobox } from "@mantine/core";

interface Options {
  /** True if the list has a search field, which is focused while the list is open. */
  searchable: boolean;
  onClosed: () => void;
}

/**
 * Dropdown list of a button. On close the button is focused synchronously: the library's `focusTarget` does so later, and would take the
 * focus from the field that the user pressed to close the list.
 */
export function useOpenedList({ searchable, onClosed }: Options): ComboboxStore {
  const list = useCombobox({
    onDropdownOpen: () => (searchable ? list.focusSearchInput() : focusButton()),
    onDropdownClose: () => {
      list.resetSelectedOption();
      focusButton();
      onClosed();
    },
  });
  const focusButton = () => list.targetRef.current?.focus({ preventScroll: true });
  return list;
}
