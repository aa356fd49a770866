import { ActionIcon, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { focusContent } from "../keys/focus";
import classes from "./SearchField.module.css";

interface SearchFieldProps {
  text: string;
  /** Accessible label; by default that of the board's search. */
  label?: string;
  onChange: (text: string) => void;
  /** Called on the down arrow, so that results below can take the focus. */
  onDown?: () => void;
}

/** Search field that emits after a pause in typing and follows external changes. Escape clears it, then leaves it. */
export function SearchField({ text: externalText, label, onChange, onDown }: SearchFieldProps) {
  const text = useText();
  const name = label ?? text("board.filter.search");
  const [typed, setTyped] = useState(externalText);
  /** The last external value. A new external value replaces the typed text. */
  const [lastExternalText, setLastExternalText] = useState(externalText);
  const tell = useDebouncedCallback(onChange, 200);
  if (lastExternalText !== externalText) {
    setLastExternalText(externalText);
    if (externalText !== typed.trim()) setTyped(externalText);
  }
  const clear = () => {
    tell.cancel();
    setTyped("");
    onChange("");
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowDown" && onDown) {
      event.preventDefault();
      onDown();
    }
    // Results follow the typed text, so Enter doesn't submit a form around the field.
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (typed === "") return focusContent();
    clear();
  };
  return (
    <TextInput
      size="xs"
      className={classes.search}
      style={{ "--length": name.length } as CSSProperties}
      value={typed}
      placeholder={name}
      aria-label={name}
      data-board-search
      data-keep
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      rightSection={
        typed && (
          <ActionIcon size={20} onClick={clear} aria-label={text("search.clear")}>
            <IconX size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
    />
  );
}
