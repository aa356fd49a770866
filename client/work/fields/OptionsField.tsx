import { ActionIcon, Button, ColorSwatch, Menu, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ColorTone, colorTones } from "../../../shared/kernel/fields";
import { maxOptions } from "../../../shared/work/fields/fields.schema";
import { useText } from "../../platform/intl/useText";
import { useRowKeys } from "../../ui/form/row-keys";
import { toneColor } from "../../ui/signs/tones";
import classes from "./fields.module.css";

export interface OptionValues {
  id?: number;
  title: string;
  color: ColorTone;
}

interface OptionsFieldProps {
  options: readonly OptionValues[];
  errorAt: (name: string) => string | undefined;
  onChange: (options: OptionValues[]) => void;
}

/** The color that the fewest options have. */
function rarestColor(options: readonly OptionValues[]): ColorTone {
  const uses = (tone: ColorTone) => options.filter(({ color }) => color === tone).length;
  return colorTones.reduce((rarest, tone) => (uses(tone) < uses(rarest) ? tone : rarest));
}

/** The options of a choice with their colors and order. */
export function OptionsField({ options, errorAt, onChange }: OptionsFieldProps) {
  const text = useText();
  const keys = useRowKeys(options);
  const change = (at: number, changes: Partial<OptionValues>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...changes } : option)));
  const move = (at: number, to: number) => {
    const option = options[at];
    if (option) onChange(options.toSpliced(at, 1).toSpliced(to, 0, option));
  };
  const error = errorAt("options");
  return (
    <fieldset className={classes.options}>
      <legend>{text("projectField.options")}</legend>
      {options.map((option, at) => {
        const name = option.title || text("projectField.option.number", { number: at + 1 });
        return (
          <div key={keys[at]} className={classes.option}>
            <OptionColor name={name} color={option.color} onChange={(color) => change(at, { color })} />
            <TextInput
              dir="auto"
              value={option.title}
              aria-label={text("projectField.option.number", { number: at + 1 })}
              error={errorAt(`options.${at}.title`)}
              onChange={(event) => change(at, { title: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={text("projectField.option.up", { name })}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              <IconArrowUp size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={text("projectField.option.down", { name })}
              disabled={at === options.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <IconArrowDown size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={text("projectField.option.remove", { name })}
              onClick={() => onChange(options.toSpliced(at, 1))}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {error && (
        <p role="alert" className="mantine-InputWrapper-error">
          {error}
        </p>
      )}
      {options.length < maxOptions && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => onChange([...options, { title: "", color: rarestColor(options) }])}
        >
          {text("projectField.option.add")}
        </Button>
      )}
    </fieldset>
  );
}

interface OptionColorProps {
  name: string;
  color: ColorTone;
  onChange: (color: ColorTone) => void;
}

function OptionColor({ name, color, onChange }: OptionColorProps) {
  const text = useText();
  const swatch = (tone: ColorTone, size: number) => (
    <ColorSwatch size={size} radius={3} withShadow={false} color={toneColor(tone)} component="span" />
  );
  return (
    <Menu width={160}>
      <Menu.Target>
        <ActionIcon aria-label={text("projectField.option.color", { name })}>{swatch(color, 14)}</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {colorTones.map((tone) => (
          <Menu.Item key={tone} leftSection={swatch(tone, 12)} onClick={() => onChange(tone)}>
            {text(`color.${tone}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
