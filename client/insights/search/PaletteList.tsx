import { ActionIcon } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { wordsOf } from "../../../shared/kernel/text/fold";
import { useFormat, useText } from "../../platform/intl/useText";
import { Kbd } from "../../ui/keys/Kbd";
import { closePalette, keyNames } from "../../ui/palette/palette";
import { useOpenTask } from "../../work/projects/open-task";
import type { PaletteItem } from "./items";
import classes from "./Palette.module.css";
import type { PaletteProps } from "./PaletteBody";
import { neighbourRow, rowsOf } from "./palette.state";
import { PaletteRow } from "./PaletteRow";
import { groupTitles } from "./group-titles";
import { useMoreItems } from "./useMoreItems";
import { useServerHits } from "./useServerHits";

const noWords: readonly string[] = [];

interface PaletteListProps extends PaletteProps {
  /** Whether the layout can open a task over the screen. */
  hasPanel: boolean;
  onStep: (item: PaletteItem) => void;
}

export function PaletteList({ state, dispatch, hasPanel, onStep }: PaletteListProps) {
  const text = useText();
  const { number } = useFormat();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { query, sections, active, itemById } = state;
  const openItem = useOpenItem(hasPanel, onStep);
  const words = useMemo(() => wordsOf(query), [query]);
  const moreItems = useMoreItems();
  const problem = useServerHits(query, moreItems, dispatch);
  const rows = rowsOf(state);
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`;

  const type = (typed: string) =>
    dispatch({
      type: "typed",
      query: typed.trim() === "" ? "" : typed,
      trailingRows: (found) => moreItems(typed.trim(), found),
    });
  // A command's row may be older than the command.
  const open = (row: PaletteItem, inNewTab: boolean) => openItem(itemById.get(row.id) ?? row, inNewTab);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      dispatch({ type: "moved", to: neighbourRow(state, event.key === "ArrowDown" ? 1 : -1) });
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      closePalette();
    }
    const chosen = rows.find(({ id }) => id === active);
    if (event.key !== "Enter" || !chosen) return;
    event.preventDefault();
    open(chosen, event.ctrlKey || event.metaKey);
  };
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const chosen = rows.find(({ id }) => id === active);
  const found = sections.reduce((sum, { group, items }) => (group === "more" ? sum : sum + items.length), 0);
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          autoFocus
          data-autofocus
          // Escape would also close a dialog below the palette.
          data-mantine-stop-propagation
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen && optionId(chosen)}
          aria-autocomplete="list"
          aria-label={text("palette.open")}
          placeholder={text("palette.open")}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          dir={query === "" ? undefined : "auto"}
          defaultValue={query}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span className={classes.escape}>
          <Kbd>{keyNames.escape}</Kbd>
        </span>
        <ActionIcon className={classes.close} onClick={closePalette} aria-label={text("action.close")}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </div>
      <div ref={list} id={listId} className={classes.list} role="listbox" aria-label={text("palette.results")}>
        {sections.map(({ group, title, late, items, count }, at) => {
          const headId = `${listId}-head-${at}`;
          if (items.length === 0) return null;
          return (
            <div key={`${group} ${late} ${title}`} role="group" aria-labelledby={headId}>
              <div id={headId} className={classes.head}>
                {title === undefined ? text(groupTitles[group]) : <bdi>{title}</bdi>}
                {group !== "more" && group !== "here" && query !== "" && <span>{number(count)}</span>}
              </div>
              {items.map((item) => (
                <PaletteRow
                  key={item.id}
                  id={optionId(item)}
                  item={item}
                  words={group === "more" ? noWords : words}
                  active={item.id === active}
                  onPoint={() => item.id !== active && dispatch({ type: "moved", to: item.id })}
                  onOpen={(event: MouseEvent) => open(item, event.ctrlKey || event.metaKey || event.button === 1)}
                />
              ))}
            </div>
          );
        })}
      </div>
      <p className="sr-only" role="status">
        {query !== "" && state.answered && text("palette.count", { count: found })}
      </p>
      <PaletteFoot problem={problem} />
    </>
  );
}

/** Returns the function that opens an item: in its next step, in a new tab, over the screen, or as a page. */
function useOpenItem(hasPanel: boolean, onStep: (item: PaletteItem) => void) {
  const navigate = useNavigate();
  const { show } = useOpenTask();
  return (item: PaletteItem, inNewTab: boolean) => {
    if (item.command?.argument || item.command?.form) return onStep(item);
    if (item.to !== undefined && inNewTab) return void window.open(item.to, "_blank", "noopener");
    closePalette();
    if (item.task && hasPanel) show(item.task.id, item.task.comment);
    else if (item.to !== undefined) void navigate(item.to);
    else item.command?.run?.();
  };
}

function PaletteFoot({ problem }: { problem: ReturnType<typeof useServerHits> }) {
  const text = useText();
  return (
    <footer className={classes.foot}>
      <span className={classes.keys} aria-hidden>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {text("palette.choose")}
        <Kbd>↵</Kbd> {text("keys.open")}
        <Kbd>{keyNames.newTab}</Kbd> {text("palette.newTab")}
      </span>
      <span className={classes.problem} role="status">
        {problem}
      </span>
      {problem === null && <span>{text("palette.allowed")}</span>}
    </footer>
  );
}
