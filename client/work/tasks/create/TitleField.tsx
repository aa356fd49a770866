import { namesakesIn, useUniqueNames } from "../../../ui/signs/useUniqueNames";
import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createTextMatcher } from "../../../../shared/kernel/text/fold";
import { useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import type { Person } from "../../../ui/signs/people";
import { TagChip } from "../../../ui/signs/TagChip";
import classes from "./NewTaskDialog.module.css";
import { nameBeforeCaret } from "./title-parts";

interface TitleFieldProps {
  value: string;
  error: string | undefined;
  people: readonly Person[];
  tags: readonly { id: number; name: string; color: string }[];
  onChange: (title: string) => void;
  /** Receives a chosen person whose name in the title would be ambiguous, and the title without that name. */
  onPerson: (id: number, title: string) => void;
}

const maxSuggested = 6;

/** Title field with suggestions for the name typed after `@` or `#`. */
export function TitleField({ value, error, people, tags, onChange, onPerson }: TitleFieldProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(value.length);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const typing = nameBeforeCaret(value, caret);
  const nameOf = useUniqueNames(people);
  const namesakes = useMemo(() => new Set(namesakesIn(people)), [people]);
  const matches = createTextMatcher(typing?.query);
  const found = !typing
    ? []
    : typing.kind === "person"
      ? people
          .filter(({ fullname }) => matches(fullname))
          .map((person) => ({
            id: person.id,
            name: person.fullname,
            namesake: namesakes.has(person),
            shown: <PersonOption person={person} name={nameOf(person)} />,
          }))
      : tags
          .filter(({ name }) => matches(name))
          .map((tag) => ({
            id: tag.id,
            name: tag.name,
            namesake: false,
            shown: <TagChip name={tag.name} color={tag.color} />,
          }));
  const suggested = found.slice(0, maxSuggested);
  const before = value.slice(0, typing?.start);
  const combobox = useCombobox({
    opened: suggested.length > 0 && dismissed !== before,
    onOpenedChange: (opened) => !opened && setDismissed(before),
  });
  const pick = ({ id, name, namesake }: (typeof found)[number]) => {
    if (!typing) return;
    const head = namesake ? before : `${value.slice(0, typing.start + 1)}${name} `;
    const title = head + value.slice(caret).replace(/^\s+/u, "");
    if (namesake) onPerson(id, title);
    else onChange(title);
    setCaret(head.length);
    requestAnimationFrame(() => field.current?.setSelectionRange(head.length, head.length));
  };
  // The options are mounted after the list has opened.
  const markFirst = useEffectEvent(() => combobox.dropdownOpened && combobox.selectFirstOption());
  useEffect(() => {
    const frame = requestAnimationFrame(() => markFirst());
    return () => cancelAnimationFrame(frame);
  }, [typing?.query, combobox.dropdownOpened]);
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = suggested;
    if (event.key !== "Enter" || !combobox.dropdownOpened || !first || combobox.getSelectedOptionIndex() >= 0) return;
    event.preventDefault();
    pick(first);
  };
  const submit = (id: string) => {
    const chosen = suggested.find((one) => String(one.id) === id);
    if (chosen) pick(chosen);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={submit} position="bottom-start" width={260} keepMounted={false}>
      <Combobox.Target withAriaAttributes={false}>
        <TextInput
          ref={field}
          data-autofocus
          data-unkept
          dir="auto"
          size="md"
          className={classes.title}
          aria-label={text("task.title")}
          aria-autocomplete="list"
          placeholder={text("newTask.hint")}
          value={value}
          error={error}
          onKeyDown={onKeyDown}
          enterKeyHint="done"
          autoComplete="off"
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            setCaret(currentTarget.selectionStart ?? currentTarget.value.length);
            setDismissed(null);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? currentTarget.value.length)}
        />
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
      <Avatar person={person} size={20} named />
      <bdi className="clip">{name}</bdi>
    </span>
  );
}
