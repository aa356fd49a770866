import { Button, Combobox } from "@mantine/core";
import { IconCheck, IconPlus, IconRefresh } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from "react";
import { createTextMatcher, foldText, nameKey } from "../../../shared/kernel/text/fold";
import { useText } from "../../platform/intl/useText";
import { bottomSheetProps, shiftedProps } from "../dropdown";
import { SelectFirstMatch } from "./SelectFirstMatch";
import { useOpenedList } from "../keys/useOpenedList";
import { useTypeahead } from "../keys/useTypeahead";
import { failedReadsOf, type Read } from "../states/FailedReads";
import classes from "./Picker.module.css";

export interface PickerOption {
  value: string;
  label: string;
  icon?: ReactNode;
  note?: string;
  /** Figure at the end of the row that helps to choose. */
  end?: ReactNode;
}

interface PickerButtonProps {
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  "aria-expanded": boolean;
  "aria-haspopup": "listbox";
  /** Set while the list is open, so that Escape doesn't also close the dialog around it. */
  "data-mantine-stop-propagation": boolean | undefined;
}

interface PickerProps {
  options: readonly PickerOption[];
  /** The reads of the options. Those that failed are reported, and read again on request. */
  reads?: readonly Read[];
  chosen: readonly string[];
  onPick: (value: string) => void;
  /** Whether several options can be chosen; the picker then stays open. */
  multiple?: boolean;
  /** Offers to create an option from the typed text. */
  onCreate?: (name: string) => void;
  searchLabel: string;
  /** Whether the search field is shown for any number of options, because the options are loaded later. */
  searchable?: boolean;
  /** Called with the typed text, if the options are those that the server finds for it. */
  onSearch?: (text: string) => void;
  /** Content below the list; receives a function that closes it. */
  footer?: (close: () => void) => ReactNode;
  most?: number;
  children: (button: PickerButtonProps) => ReactElement;
  width?: number;
  /** Distance in px to move the list towards the inline end. */
  shiftBy?: number;
  opened?: boolean;
  startWith?: string;
  onClosed?: () => void;
}

export const pickerWidth = 248;
const searchThreshold = 7;
const noReads: readonly Read[] = [];

/** Focuses the search field as soon as it exists, also in a list that renders after the popover opens, which isn't positioned yet. */
const focusInPlace = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true });
const newValue = "\u0000new";

export function Picker({
  options,
  reads = noReads,
  chosen,
  onPick,
  multiple = false,
  onCreate,
  searchLabel,
  searchable: alwaysSearchable = false,
  onSearch,
  most,
  footer,
  children,
  width = pickerWidth,
  shiftBy = 0,
  opened = false,
  startWith = "",
  onClosed,
}: PickerProps) {
  const text = useText();
  const failedReads = failedReadsOf(reads);
  const hasFailed = failedReads.length > 0;
  const readAgain = () => {
    for (const read of failedReads) void read.refetch();
  };
  const listId = useId();
  const [search, setTypedSearch] = useState(startWith);
  const setSearch = (typed: string) => {
    setTypedSearch(typed);
    onSearch?.(typed);
  };
  const searchable =
    alwaysSearchable ||
    onSearch !== undefined ||
    startWith !== "" ||
    options.length >= searchThreshold ||
    onCreate !== undefined;
  const combobox = useOpenedList({
    searchable,
    defaultOpened: opened,
    // The keyboard doesn't reach the button of a list without a search field.
    onOpened: readAgain,
    onClosed: () => {
      setSearch("");
      onClosed?.();
    },
  });
  const isFound = createTextMatcher(search);
  const matching = options.filter((option) => isFound(option.label));
  const found = most === undefined ? matching : matching.slice(0, most);
  const creatable =
    onCreate && search.trim() !== "" && !options.some((option) => nameKey(option.label) === nameKey(search));
  const selectByLetters = useTypeahead((letters) => {
    const at = found.findIndex(({ label }) => foldText(label).startsWith(foldText(letters)));
    if (at >= 0) combobox.selectOption(at);
  });
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
      {...shiftedProps(8, shiftBy)}
      shadow="md"
      onOptionSubmit={submit}
      keepMounted={false}
      {...bottomSheetProps}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={!searchable}>
        {children({
          onClick: () => combobox.toggleDropdown(),
          onKeyDown: (event) => combobox.dropdownOpened && !searchable && selectByLetters(event),
          "aria-expanded": combobox.dropdownOpened,
          "aria-haspopup": "listbox",
          "data-mantine-stop-propagation": combobox.dropdownOpened || undefined,
        })}
      </Combobox.Target>
      <Combobox.Dropdown
        data-sheet
        className={classes.dropdown}
        onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
      >
        {searchable && (
          <Combobox.Search
            ref={focusInPlace}
            role="combobox"
            aria-expanded
            aria-controls={listId}
            value={search}
            placeholder={searchLabel}
            aria-label={searchLabel}
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(search.length, search.length)}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Combobox.Options
          id={listId}
          className={classes.options}
          aria-label={searchLabel}
          aria-multiselectable={multiple || undefined}
        >
          {found.map((option) => (
            <OptionRow key={option.value} option={option} isChosen={chosen.includes(option.value)} />
          ))}
          {creatable && (
            <Combobox.Option value={newValue} className={classes.option}>
              <IconPlus size={14} stroke={1.75} aria-hidden />
              {text("picker.create", { name: search.trim() })}
            </Combobox.Option>
          )}
          <SelectFirstMatch store={combobox} search={search} />
          {(hasFailed || (found.length === 0 && !creatable)) && (
            <Combobox.Empty>{text(hasFailed ? "error.notLoaded" : "picker.nothing")}</Combobox.Empty>
          )}
        </Combobox.Options>
        {hasFailed && (
          <Combobox.Footer>
            <Button
              size="xs"
              leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
              loading={failedReads.some(({ isFetching }) => isFetching)}
              onClick={readAgain}
              data-retries
            >
              {text("action.tryAgain")}
            </Button>
          </Combobox.Footer>
        )}
        {footer && <Combobox.Footer>{footer(() => combobox.closeDropdown())}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface OptionRowProps {
  option: PickerOption;
  isChosen: boolean;
}

function OptionRow({ option: { value, label, icon, note, end }, isChosen }: OptionRowProps) {
  return (
    <Combobox.Option value={value} active={isChosen} aria-selected={isChosen} className={classes.option}>
      {icon}
      <span className={classes.words}>
        <bdi className="clip">{label}</bdi>
        {note && (
          <small>
            <bdi>{note}</bdi>
          </small>
        )}
      </span>
      {end}
      {isChosen && <IconCheck size={14} stroke={2} className={classes.tick} aria-hidden />}
    </Combobox.Option>
  );
}
