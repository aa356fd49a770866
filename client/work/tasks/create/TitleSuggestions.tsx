import { Combobox, useCombobox } from "@mantine/core";
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { createTextMatcher } from "../../../../shared/kernel/text/fold";
import { useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import type { Person } from "../../../ui/signs/people";
import { TagChip } from "../../../ui/signs/TagChip";
import { useUniqueNames } from "../../../ui/signs/useUniqueNames";
import classes from "./NewTaskDialog.module.css";
import { nameBeforeCaret } from "./title-parts";

type Field = HTMLInputElement | HTMLTextAreaElement;

interface TitleSuggestionsProps<Element extends Field> {
  field: RefObject<Element | null>;
  value: string;
  people: readonly Person[];
  /** Empty if the record has no tags. */
  tags: readonly { id: number; name: string; color: string }[];
  onChange: (title: string) => void;
  /** Handles keys that the open list doesn't. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Renders the field with these properties. */
  children: (field: SuggestedFieldProps<Element>) => ReactElement;
}

export interface SuggestedFieldProps<Element extends Field> {
  ref: RefObject<Element | null>;
  value: string;
  "aria-autocomplete": "list";
  /** Keeps a dialog open while Escape closes the list. */
  "data-mantine-stop-propagation": boolean | undefined;
  onChange: (event: SyntheticEvent<Element>) => void;
  onSelect: (event: SyntheticEvent<Element>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const maxSuggested = 6;

/** Suggests people and tags for the name typed after `@` or `#` in a title. */
export function TitleSuggestions<Element extends Field>(props: TitleSuggestionsProps<Element>) {
  const { field, value, people, tags, onChange, onKeyDown, children } = props;
  const text = useText();
  const [caret, setCaret] = useState(value.length);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const typing = nameBeforeCaret(value, caret);
  const uniqueName = useUniqueNames(people);
  const matches = createTextMatcher(typing?.query);
  const found = !typing
    ? []
    : typing.kind === "person"
      ? people
          .filter(({ fullname }) => matches(fullname))
          .map((person) => ({
            id: person.id,
            name: uniqueName(person),
            shown: <PersonOption person={person} name={uniqueName(person)} />,
          }))
      : tags
          .filter(({ name }) => matches(name))
          .map((tag) => ({ id: tag.id, name: tag.name, shown: <TagChip name={tag.name} color={tag.color} /> }));
  const suggested = found.slice(0, maxSuggested);
  const before = value.slice(0, typing?.start);
  const combobox = useCombobox({
    opened: suggested.length > 0 && dismissed !== before,
    onOpenedChange: (opened) => !opened && setDismissed(before),
  });
  const pick = ({ name }: (typeof found)[number]) => {
    if (!typing) return;
    const head = `${value.slice(0, typing.start + 1)}${name} `;
    // Rendered before the next key, which would otherwise be typed at the old caret.
    flushSync(() => {
      onChange(head + value.slice(caret).replace(/^\s+/u, ""));
      setCaret(head.length);
    });
    field.current?.setSelectionRange(head.length, head.length);
  };
  // The options are mounted after the list has opened.
  const markFirst = useEffectEvent(() => combobox.dropdownOpened && combobox.selectFirstOption());
  useEffect(() => {
    const frame = requestAnimationFrame(() => markFirst());
    return () => cancelAnimationFrame(frame);
  }, [typing?.query, combobox.dropdownOpened]);
  const handleKey = (event: KeyboardEvent) => {
    const [first] = suggested;
    if (!first || !combobox.dropdownOpened || !["Enter", "Escape"].includes(event.key)) return onKeyDown?.(event);
    event.stopPropagation();
    if (event.key === "Escape" || combobox.getSelectedOptionIndex() >= 0) return;
    event.preventDefault();
    pick(first);
  };
  const submit = (id: string) => {
    const chosen = suggested.find((one) => String(one.id) === id);
    if (chosen) pick(chosen);
  };
  const moveCaret = ({ currentTarget: { selectionStart, value: typed } }: SyntheticEvent<Element>) =>
    setCaret(selectionStart ?? typed.length);
  return (
    <Combobox store={combobox} onOptionSubmit={submit} position="bottom-start" width={260} keepMounted={false}>
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={combobox.dropdownOpened}>
        {children({
          ref: field,
          value,
          "aria-autocomplete": "list",
          "data-mantine-stop-propagation": combobox.dropdownOpened || undefined,
          onChange: (event) => {
            onChange(event.currentTarget.value);
            moveCaret(event);
            setDismissed(null);
          },
          onSelect: moveCaret,
          onKeyDown: handleKey,
        })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={text("newTask.suggestions")}>
          {suggested.map(({ id, shown }) => (
            <Combobox.Option key={id} value={String(id)}>
              {shown}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function PersonOption({ person, name }: { person: Person; name: string }) {
  return (
    <span className={classes.person}>
      <Avatar person={person} size={20} hasVisibleName />
      <bdi className="clip">{name}</bdi>
    </span>
  );
}
