import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import { Kbd } from "../../ui/keys/Kbd";
import { keyNames, openPalette } from "../../ui/palette/palette";
import classes from "./search.module.css";

/** Opens the command palette. On phones it is an icon. */
export function SearchButton({ narrow }: { narrow: boolean }) {
  const text = useText();
  const label = text("palette.open");
  if (narrow) {
    return (
      <ActionIcon onClick={openPalette} aria-label={label} aria-haspopup="dialog">
        <IconSearch size={18} stroke={1.75} />
      </ActionIcon>
    );
  }
  return (
    <UnstyledButton
      className={classes.button}
      onClick={openPalette}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
    >
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <span className={`${classes.label} clip`}>{label}</span>
      <span aria-hidden>
        <Kbd>{keyNames.open}</Kbd>
      </span>
    </UnstyledButton>
  );
}
