import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconArrowLeft, IconCheck } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { createTextMatcher, wordsOf } from "../../../shared/kernel/text/fold";
import { useText } from "../../platform/intl/useText";
import { Kbd } from "../../ui/keys/Kbd";
import type { CommandArgument } from "../../ui/palette/palette";
import { closePalette, keyNames } from "../../ui/palette/palette";
import { Highlighted } from "./Highlighted";
import type { PaletteItem } from "./items";
import classes from "./Palette.module.css";
import { keepFocus } from "./PaletteRow";
import flow from "../../ui/layout/flow.module.css";

/** Second step of a command: a choice, or a form of the screen. */
export function ArgumentStep({ item, onBack }: { item: PaletteItem; onBack: () => void }) {
  const text = useText();
  const { title, command } = item;
  return (
    <>
      {command?.argument ? (
        <Choice title={title} argument={command.argument} onBack={onBack} />
      ) : (
        <>
          <div className={classes.field}>
            <BackButton onBack={onBack} />
            <h2 className={classes.step}>{title}</h2>
          </div>
          <div className={classes.form}>{command?.form?.(closePalette)}</div>
        </>
      )}
      <footer className={classes.foot}>
        <span className={classes.keys} aria-hidden>
          <Kbd>↵</Kbd> {text("palette.choose")}
          <Kbd>{keyNames.escape}</Kbd> {text("action.close")}
        </span>
      </footer>
    </>
  );
}

function BackButton({ onBack }: { onBack: () => void }) {
  const text = useText();
  return (
    <ActionIcon onClick={onBack} aria-label={text("palette.back")}>
      <IconArrowLeft size={18} stroke={1.75} className="flip" />
    </ActionIcon>
  );
}

function Choice({ title, argument, onBack }: { title: string; argument: CommandArgument; onBack: () => void }) {
  const text = useText();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const isFound = createTextMatcher(query);
  const options = argument.options.filter(({ label }) => isFound(label));
  const at = Math.min(active, options.length - 1);
  const words = wordsOf(query);
  const pick = (value: string) => {
    closePalette();
    argument.pick(value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (options.length > 0) setActive((at + step + options.length) % options.length);
    } else if (event.key === "Backspace" && query === "") {
      event.preventDefault();
      onBack();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      closePalette();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = options[at];
      if (option) pick(option.value);
    }
  };
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });
  return (
    <>
      <div className={classes.field}>
        <BackButton onBack={onBack} />
        <input
          autoFocus
          data-autofocus
          data-mantine-stop-propagation
          // Enter picks the first option even if no text was typed, unlike in multi-value pickers.
          data-picks-first
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={options[at] && `${listId}-${at}`}
          aria-autocomplete="list"
          aria-label={title}
          placeholder={title}
          autoComplete="off"
          dir={query === "" ? undefined : "auto"}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={title} className={classes.list}>
        {options.map(({ value, label, icon, note }, index) => (
          <UnstyledButton
            key={value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classes.row}
            onPointerMove={() => setActive(index)}
            onPointerDown={keepFocus}
            onClick={() => pick(value)}
          >
            <span className={classes.sign}>{icon}</span>
            <span className={classes.title}>
              <Highlighted text={label} words={words} />
            </span>
            {note && <span className={classes.snippet}>{note}</span>}
            <span className={flow.grow} />
            {argument.chosen.includes(value) && (
              <>
                <IconCheck size={16} stroke={1.75} aria-hidden />
                <span className="sr-only">{text("palette.chosen")}</span>
              </>
            )}
          </UnstyledButton>
        ))}
      </div>
      <p className="sr-only" role="status">
        {text("palette.count", { count: options.length })}
      </p>
    </>
  );
}
