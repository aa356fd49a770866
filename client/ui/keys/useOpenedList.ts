import { type ComboboxStore, useCombobox } from "@mantine/core";

interface Options {
  /** It has a search field, which has the focus while the list is open. */
  searchable: boolean;
  onClosed: () => void;
}

/**
 * A list that opens from a button. When it closes, its button gets the focus back at once: the library's `focusTarget` gives
 * it back a moment later, and takes it from the field that somebody pressed on to close the list.
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
