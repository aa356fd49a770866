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
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import type { Person } from "../../../ui/signs/people";
import { TagChip } from "../../../ui/signs/TagChip";
import { useUniqueNames } from "../../../ui/signs/useUniqueNames";
import classes from "./NewTaskDialog.module.css";
import { isPickedField, useFieldOptions } from "../fields/useFieldOptions";
import { hyphenated } from "./title-fields";
import { nameBeforeCaret } from "./title-parts";

type Field = HTMLInputElement | HTMLTextAreaElement;

interface TitleSuggestionsProps<Element extends Field> {
  field: RefObject<Element | null>;
  value: string;
  people: readonly Person[];
  /** Empty if the record has no tags. */
  tags: readonly { id: number; name: string; color: string }[];
  /** Empty if the record has no fields of a project. */
  fields: readonly ProjectField[];
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

/** Suggests people and tags for the name typed after `@` or `#` in a title, and values after the name of a field. */
export function TitleSuggestions<Element extends Field>(props: TitleSuggestionsProps<Element>) {
  const { field, value, people, tags, fields, onChange, onKeyDown, children } = props;
  const text = useText();
  const [caret, setCaret] = useState(value.length);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const typing = nameBeforeCaret(value, caret, fields);
  const uniqueName = useUniqueNames(people);
  const fieldOptions = useFieldOptions(people);
  const matches = createTextMatcher(typing?.kind === "field" ? typing.query.replaceAll("-", " ") : typing?.query);
  const found = !typing
    ? []
    : typing.kind === "field"
      ? (isPickedField(typing.field) ? fieldOptions(typing.field, null) : [])
          .filter(({ label }) => matches(label.replaceAll("-", " ")))
          .map(({ value: id, label, icon }) => ({
            id,
            name: hyphenated(label),
            shown: (
              <span className={classes.person}>
                {icon}
                <bdi className="clip">{label}</bdi>
              </span>
            ),
          }))
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
