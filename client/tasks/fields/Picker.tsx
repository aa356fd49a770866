import { Combobox } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { foldText } from "../../../shared/tasks/tasks.filter.rules";
import { useText } from "../../platform/intl/useText";
import { sheet } from "../../ui/dropdown";
import { useOpenedList } from "../../ui/keys/useOpenedList";
import classes from "./Picker.module.css";

export interface PickerOption {
  value: string;
  label: string;
  icon?: ReactNode;
  /** Second line: why one may not want this. */
  note?: string;
  /** At the end of the line: a figure that helps to choose. */
  end?: ReactNode;
}

interface PickerProps {
  options: readonly PickerOption[];
  chosen: readonly string[];
  onPick: (value: string) => void;
  /** Several can be chosen: it stays open. */
  multiple?: boolean;
  /** Offers what was typed as something new. */
  onCreate?: (name: string) => void;
  searchLabel: string;
  /** With a search field whatever its length: what is in the list comes later. */
  searchable?: boolean;
  /** Below the list; gets the way to close it. */
  footer?: (close: () => void) => ReactNode;
  /** Shows no more than this at once; typing finds the others. */
  most?: number;
  /** The button it hangs on; gets `onClick` and `aria-expanded`. */
  children: (button: { onClick: () => void; "aria-expanded": boolean; "aria-haspopup": "listbox" }) => ReactElement;
  width?: number;
  /** Open from the start: what it hangs on was made for it. */
  opened?: boolean;
  onClosed?: () => void;
}

const worthSearching = 7;
const newValue = "\u0000new";

/** A list to choose from, with a search field where it is long. */
export function Picker({
  options,
  chosen,
  onPick,
  multiple = false,
  onCreate,
  searchLabel,
  searchable: alwaysSearchable = false,
  most,
  footer,
  children,
  width = 248,
  opened = false,
  onClosed,
}: PickerProps) {
  const text = useText();
  const listId = useId();
  const [search, setSearch] = useState("");
  const searchable = alwaysSearchable || options.length >= worthSearching || onCreate !== undefined;
  const combobox = useOpenedList({
    searchable,
    onClosed: () => {
      setSearch("");
      onClosed?.();
    },
  });
  const { openDropdown } = combobox;
  const toOpen = useRef(opened);
  useEffect(() => {
    if (toOpen.current) openDropdown();
    toOpen.current = false; // afterwards it opens and closes by itself
  }, [openDropdown]);
  const wanted = foldText(search.trim());
  const matching = options.filter((option) => foldText(option.label).includes(wanted));
  const found = most === undefined ? matching : matching.slice(0, most);
  const creatable = onCreate && wanted !== "" && !options.some((option) => foldText(option.label) === wanted);
  const submit = (value: string) => {
    if (value === newValue) onCreate?.(search.trim());
    else onPick(value);
    if (!multiple) combobox.closeDropdown();
    else setSearch("");
  };
  return (
    <Combobox
      store={combobox}
      width={width}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={submit}
      keepMounted={false}
      {...sheet}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={!searchable}>
        {children({
          onClick: () => combobox.toggleDropdown(),
          "aria-expanded": combobox.dropdownOpened,
          "aria-haspopup": "listbox",
        })}
      </Combobox.Target>
      <Combobox.Dropdown
        data-sheet
        className={classes.dropdown}
        onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
      >
        {searchable && (
          <Combobox.Search
            autoFocus // where the list is drawn later than it is told to open
            role="combobox"
            aria-expanded
            aria-controls={listId}
            value={search}
            placeholder={searchLabel}
            aria-label={searchLabel}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.selectFirstOption();
            }}
          />
        )}
        <Combobox.Options
          id={listId}
          className={classes.options}
          aria-label={searchLabel}
          aria-multiselectable={multiple || undefined}
        >
          {found.map((option) => {
            const on = chosen.includes(option.value);
            return (
              <Combobox.Option
                key={option.value}
                value={option.value}
                active={on}
                aria-selected={on}
                className={classes.option}
              >
                {option.icon}
                <span className={classes.words}>
                  <bdi className="clip">{option.label}</bdi>
                  {option.note && <small>{option.note}</small>}
                </span>
                {option.end}
                {on && <IconCheck size={14} stroke={2} className={classes.tick} aria-hidden />}
              </Combobox.Option>
            );
          })}
          {creatable && (
            <Combobox.Option value={newValue} className={classes.option}>
              <IconPlus size={14} stroke={1.75} aria-hidden />
              {text("picker.create", { name: search.trim() })}
            </Combobox.Option>
          )}
          {found.length === 0 && !creatable && <Combobox.Empty>{text("picker.nothing")}</Combobox.Empty>}
        </Combobox.Options>
        {footer && <Combobox.Footer>{footer(() => combobox.closeDropdown())}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  );
}
