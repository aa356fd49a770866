import { ColorSwatch, UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { colorTones } from "../../../../../shared/kernel/fields";
import { useText } from "../../../../platform/intl/useText";
import { toneColor } from "../../../../ui/signs/tones";
import classes from "./ColumnMenu.module.css";

export function ColumnColor({ color, onChange }: { color: string | null; onChange: (color: string | null) => void }) {
  const text = useText();
  return (
    <fieldset className={classes.colors}>
      <legend className={classes.label}>{text("board.column.color")}</legend>
      {[null, ...colorTones].map((tone) => (
        <UnstyledButton
          key={tone ?? "none"}
          className={classes.swatch}
          aria-label={text(`color.${tone ?? "none"}`)}
          title={text(`color.${tone ?? "none"}`)}
          aria-pressed={tone === color}
          onClick={() => onChange(tone)}
        >
          <ColorSwatch size={16} withShadow={false} color={tone ? toneColor(tone) : "var(--line-strong)"}>
            {tone === color && <IconCheck size={12} stroke={2.5} className={classes.tick} aria-hidden />}
          </ColorSwatch>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
