import { UnstyledButton } from "@mantine/core";
import type { MouseEvent, PointerEvent } from "react";
import { highlightRanges } from "../../../shared/kernel/text/highlight";
import { useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { Kbd } from "../../ui/keys/Kbd";
import { Highlighted } from "./Highlighted";
import { ItemSign } from "./ItemSign";
import type { PaletteItem } from "./items";
import { typoRank } from "./match";
import classes from "./Palette.module.css";
import flow from "../../ui/layout/flow.module.css";

/** The field keeps the focus when an option is pressed. */
export const keepFocus = (event: PointerEvent): void => event.preventDefault();

interface PaletteRowProps {
  id: string;
  item: PaletteItem;
  words: readonly string[];
  active: boolean;
  onPoint: () => void;
  onOpen: (event: MouseEvent) => void;
}

export function PaletteRow({ id, item, words, active, onPoint, onOpen }: PaletteRowProps) {
  const text = useText();
  const { key, title, context, sign, keys, command, found } = item;
  // Shows the text around a match unless key and title explain the match. In rows for comments, key and title are the task's.
  const isExplained =
    item.group !== "texts" && words.every((word) => highlightRanges(`${key ?? ""} ${title}`, [word]).length > 0);
  const snippet = isExplained ? null : item.snippet;
  return (
    // The list's field has the focus and handles the keys.
    <UnstyledButton
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.row}
      onPointerMove={onPoint}
      onPointerDown={keepFocus}
      onClick={onOpen}
      onAuxClick={onOpen}
    >
      <span className={classes.sign}>
        <ItemSign sign={sign} />
      </span>
      {key !== null && (
        <span className="key">
          <Highlighted text={key} words={words} />
        </span>
      )}
      <span className={classes.title}>
        <Highlighted text={title} words={words} />
        {(command?.argument || command?.form) && "…"}
      </span>
      {snippet !== null && (
        <span className={classes.snippet}>
          <Highlighted text={snippet} words={words} />
        </span>
      )}
      <span className={flow.grow} />
      {found?.rank === typoRank && <span className={classes.context}>{text("palette.similar")}</span>}
      {item.person && <Avatar person={item.person} size={20} />}
      {context !== null && (
        <span className={classes.context}>
          <bdi>{context}</bdi>
        </span>
      )}
      {item.at && (
        <span className={classes.at}>
          <RelativeTime at={item.at} />
        </span>
      )}
      {keys?.map((one) => (
        <Kbd key={one}>{one}</Kbd>
      ))}
    </UnstyledButton>
  );
}
